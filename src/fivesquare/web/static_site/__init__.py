"""The whole program as a folder of files: pages, Python in the browser, documentation."""
