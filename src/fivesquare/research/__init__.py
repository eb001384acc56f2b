"""The games for research: environments, batches, a family of solved games, language models."""
