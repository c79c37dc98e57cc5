"""The companion: a full-screen guide for two people at a real table.

`opening` asks what a new game needs, `session` plays it; both hand out a `Prompt`, take an answer and know nothing of
the screen. `app`, `table_screen` and `widgets` only show prompts and hand answers back.
"""
