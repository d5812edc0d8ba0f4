// The class itself.
#include "object.h"

std::unique_ptr<quadrature> MakeObject() { return std::make_unique<quadrature>(); }
