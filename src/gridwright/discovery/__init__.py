"""Techniques that have no name yet, mined from positions where the catalogue ends: see docs/discover.md."""
