"""The miniatures table in inches: layouts, zones, missions, forces, terrain, the battle, rivers."""
