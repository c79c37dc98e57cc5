"""Random events: the tables, and what each event does."""
