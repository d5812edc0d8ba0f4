// Origin: written as a user would.
// An instance of a class template is translated by its name.
// RUN: %check %s --class 'dsp::Fir<float, 4>' -- -std=c++17
// RUN: %check %s --class 'dsp::Fir<int>' -- -std=c++17
#include "class_template.h"

template class dsp::Fir<float, 4>;
template class dsp::Fir<int>;
