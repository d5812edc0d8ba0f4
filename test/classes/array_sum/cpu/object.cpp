// The class itself.
#include "object.h"

std::unique_ptr<linalg::Numbers> MakeObject() { return std::make_unique<linalg::Numbers>(); }
