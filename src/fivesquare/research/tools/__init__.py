"""The games as tools for language models: `fivesquare mcp`, by the Model Context Protocol (extra `mcp`)."""
