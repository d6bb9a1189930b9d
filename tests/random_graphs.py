"""Small random graphs, as patterns have them."""

from __future__ import annotations

from random import Random

from gridwright.discovery.shapes import PatternGraph


def random_graph(rng: Random) -> PatternGraph:
    sizes = [rng.randint(0, 3) for _ in range(rng.randint(1, 3))]
    pairs = [
        (i, a, j, b, rng.choice(("", "", "row")))
        for j in range(len(sizes)) for i in range(j) for a in range(sizes[i]) for b in range(sizes[j])
    ]  # fmt: skip
    return PatternGraph(
        tuple(rng.choice(("", "*")) for _ in sizes),
        tuple(tuple(rng.choice(("", "", "<")) for _ in range(n)) for n in sizes),
        tuple(pair for pair in pairs if rng.random() < 0.5),
    )
