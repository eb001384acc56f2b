"""What is said about games, as plain text for any front end."""
