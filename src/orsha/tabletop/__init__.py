"""The miniatures table in inches: layouts, zones and missions. Forces, terrain and the battle are not in yet."""
