// Origin: written from README.md and docs/Language.md before its first translation.
// Templates over an enumeration, and a scoped enumeration as a member; a mean that the epilogue divides.
// RUN: %check %s --class "grade::Grader<grade::Curve::Filmic>" --arg look=1 --arg exposure=1.3 --size width=1,29 --size height=1,18 --arg in=0..2 -- -std=c++17
#include "colour_grading.h"

template class grade::Grader<grade::Curve::Filmic>;
