"""The browser's door. Not in yet."""
