"""What a site contains: pages rendered, Python trimmed and compiled, the files that pages load."""
