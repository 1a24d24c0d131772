"""Training the maximum subsequence segmentation from packages."""
