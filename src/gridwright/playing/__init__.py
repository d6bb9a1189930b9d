"""Help for somebody who plays: pencil marks, hints, how values are entered."""
