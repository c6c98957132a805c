"""Bots among themselves."""
