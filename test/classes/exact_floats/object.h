// How the driver gets its objects.
#pragma once

#include <memory>

#include "signal_check.h"

std::unique_ptr<SignalCheck> MakeObject(float start);
