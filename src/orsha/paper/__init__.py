"""Paper: mission cards, the booklet, battle plan cards, score sheets and plots as SVG, PDF and PNG."""
