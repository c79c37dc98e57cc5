"""Army lists from elsewhere: BattleScribe's catalogues and rosters, New Recruit's exports."""
