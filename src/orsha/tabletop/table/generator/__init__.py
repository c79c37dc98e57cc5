"""Tables from a seed: believable, fair in the long run, the same to the byte every time."""

from orsha.tabletop.table.generator.maker import flavours, new_table

__all__ = ["flavours", "new_table"]
