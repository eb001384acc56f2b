"""The games as tools for language models: `fivesquare mcp`, over the Model Context Protocol (extra `mcp`)."""
