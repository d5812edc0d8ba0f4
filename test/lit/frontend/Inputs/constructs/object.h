// How the driver gets its objects.
#pragma once
#include "constructs.h"
#include <memory>
std::unique_ptr<cons::Constructs> MakeObject();
