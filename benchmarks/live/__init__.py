"""Servers under load: ours in several forms, boardgame.io's, and the sockets of their players."""
