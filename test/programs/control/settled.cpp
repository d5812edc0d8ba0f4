// Origin: written with the part of the compiler that it tests.
// The host looks at members where conditions of loops ask for them.
// RUN: %check %s --class Settled --size n=1,9,60 --arg marks=0..20 --arg heat=0..4 --arg enough=0.125..1 --arg most=0..9 -- -std=c++17
#include "settled.h"
