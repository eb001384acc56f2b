"""Tests of what keeps the games."""
