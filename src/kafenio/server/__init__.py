"""Live tables: people and bots at one table, from different places.

`wire` names every message; `course` is a match computed from its stored rows; `table` is the task that owns one; `store`
keeps the rows; `app` lets people in.
"""
