"""Words for people, language by language."""
