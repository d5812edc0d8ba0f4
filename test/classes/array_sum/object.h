// How the driver gets its objects.
#pragma once

#include "numbers.h"

#include <memory>

std::unique_ptr<linalg::Numbers> MakeObject();
