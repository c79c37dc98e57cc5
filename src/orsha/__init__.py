"""Orsha: a table, a rule keeper and a campaign desk for the Eastern Front.

Unofficial; players need the published games.
"""

__version__ = "0.1.0"
