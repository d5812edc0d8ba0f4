// Origin: written with the part of the compiler that it tests.
// Members of private bases: control functions and kernels read them, code that derives from the class cannot name them.
// RUN: %check %s --class Gauge,Scale,Press --size n=0,1,300 -- -std=c++17
#include "private_bases.h"
