// The class itself.
#include "object.h"

std::unique_ptr<bank::Ledger> MakeObject() { return std::make_unique<bank::Ledger>(); }
