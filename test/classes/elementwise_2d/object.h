// How the driver gets its objects.
#pragma once

#include "retouch.h"

#include <memory>

std::unique_ptr<imaging::Retouch> MakeObject();
