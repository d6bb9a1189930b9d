// Every instruction of a plan; included wherever something is made of all of them, with INSTRUCTION and GROUNDS defined.
// `words.inl` is written by CMake: it includes every file of `words/`, so that a new word is found by being there.
#include "rules/machine/control.inl"
#include "rules/machine/sets.inl"
#include "words.inl"

#include "rules/machine/loops.inl"

#include "rules/machine/grounds.inl"

#include "rules/machine/fused.inl"
