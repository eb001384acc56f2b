"""FS-Bench: single decisions and whole games for language models, every mark of which is proved."""
