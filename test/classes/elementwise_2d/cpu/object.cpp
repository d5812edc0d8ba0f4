// The class itself.
#include "object.h"

std::unique_ptr<imaging::Retouch> MakeObject() { return std::make_unique<imaging::Retouch>(); }
