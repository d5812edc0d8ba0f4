// The class itself.
#include "object.h"
std::unique_ptr<cons::Constructs> MakeObject() { return std::make_unique<cons::Constructs>(); }
