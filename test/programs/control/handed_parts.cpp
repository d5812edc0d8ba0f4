// Origin: written with the part of the compiler that it tests.
// Control functions in others, for what they are given.
// RUN: %check %s --class HandedParts --size n=1,70,300 --size width=1,9,40 --size height=1,7 --arg turns=0..3 --arg most=0..5 --arg data=0..1000 -- -std=c++17
#include "handed_parts.h"
