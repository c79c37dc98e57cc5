"""The miniatures table in inches: geometry, terrain, cards, forces, missions, the battle. Not in yet."""
