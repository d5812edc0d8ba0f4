// How the driver gets its objects.
#pragma once

#include "quadrature.h"

#include <memory>

std::unique_ptr<quadrature> MakeObject();
