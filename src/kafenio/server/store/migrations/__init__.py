"""The migrations of the database, run by `kafenio serve` itself."""
