"""Train maximum subsequence segmentation on packages."""
