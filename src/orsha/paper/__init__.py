"""Mission maps, cards, booklets and the reserve planner, on paper: SVG, PDF and PNG."""
