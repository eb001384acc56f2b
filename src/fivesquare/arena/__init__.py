"""Tournaments between players of every kind, and studies over thousands of solved boards."""
