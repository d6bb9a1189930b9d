"""Help for somebody who plays: pencil marks, and how values are entered."""
