// What the sample's programs print, and their verdict.
#pragma once

#include "main_input.h"
#include "numbers.h"

/// Prints the results of both side by side, says for each whether they agree, and returns whether
/// all do: integers and maxima have to be equal, other floats within a bound that is printed.
bool Report(const Input &input, const linalg::Numbers &cpu, const linalg::Numbers &gpu);
