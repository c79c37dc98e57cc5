"""The hex map: grid, grains, terrain, sight, VASL boards. Not in yet."""
