"""A real opponent for battles: reads the mission's victory clauses, plans, and picks by expected effect."""
