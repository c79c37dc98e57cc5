"""The staff: a real opponent for battles (see the room `staff`)."""

from orsha.bots.staff.bot import StaffBot

__all__ = ["StaffBot"]
