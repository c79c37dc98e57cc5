"""Cards, rosters and maps as SVG and PDF. Not in yet."""
