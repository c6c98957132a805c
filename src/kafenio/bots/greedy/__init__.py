"""Players that weigh what a play brings now against what it leaves to the next seat. One module a game."""
