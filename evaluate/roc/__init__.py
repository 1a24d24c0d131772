"""The ROC curve of an extractor over its threshold, as in Weninger & Hsu, ANNIE 2008, figure 6."""
