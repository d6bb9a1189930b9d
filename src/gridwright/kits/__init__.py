"""Kits: what genres of a family share. A genre file imports the kits that it uses.

    clues      entries for cells, ends of lines and pairs of cells; options of the board
    meanings   the constraints that an entry makes, and the entry that a solution would print
    cages      cages with a label; regions     maps of regions; directions     an arrow in each cell
    values     a thing that stands in a cell or does not; shaded cells
    cells      values in cells, with the geometry that rules need
    squares    numbers from 1 to n, each once in every row and column; clues at the ends of lines
    shading    shaded cells that lie apart, or hang together; areas of a size
    loops      one closed loop along the borders of cells or through their centres
    marks      things that never touch
    places     values at corners, borders, steps or spans
    several    several families of variables in one genre
    texts      text forms that follow from a clue: sgt game IDs, rows, puzz.link, JSON

Nothing is imported here: a cold start loads only the kits of the genres that it uses.
"""
