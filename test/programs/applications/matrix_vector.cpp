// Origin: written from README.md and docs/Language.md before its first translation.
// An instance of a class template that computes in a wider type than it stores.
// RUN: %check %s --class "MatrixVector<float, double>" --size rows=0,1,65 --size columns=1,130 -- -std=c++17
#include "matrix_vector.h"

template class MatrixVector<float, double>;
