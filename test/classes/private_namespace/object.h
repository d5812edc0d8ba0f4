// How the driver gets its objects.
#pragma once

#include "level_meter.h"

#include <memory>

std::unique_ptr<audio::meters::LevelMeter> MakeObject();
