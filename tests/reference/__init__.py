"""What native code means, spelt out in Python: tests compare the two (`finders` has those of techniques)."""
