// Every instruction of a plan; included wherever something is made of all of them, with INSTRUCTION and GROUNDS defined.
// `words.inl` is written by CMake: it includes every file of `words/`, so that a new word is found by being there.
#include "machine/control.inl"
#include "machine/sets.inl"
#include "words.inl"

#include "machine/loops.inl"

#include "machine/grounds.inl"

#include "machine/fused.inl"
