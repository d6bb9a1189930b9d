"""Techniques as text: the rule language, from its grammar to a tree in which every term knows its sort."""
