"""Boards for other people's pages: one script, one HTML file, or a cell of a notebook."""
