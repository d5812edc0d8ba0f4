// Origin: written by a newcomer from README.md and docs/Language.md alone.
// A filter bank as a class template: biquads with memory, lambdas as weights, a maximum that comes back by reference.
// RUN: %check %s --class 'FilterBank<float, 3>' --size blocks=0,1,5,70 --size block_size=1,8,33 -- -std=c++17
// RUN: %check %s --class 'FilterBank<double, 2>' --size blocks=0,1,5 --size block_size=1,16 -- -std=c++17
#include "equaliser.h"

template class FilterBank<float, 3>;
template class FilterBank<double, 2>;
