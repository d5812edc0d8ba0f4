// The class itself.
#include "object.h"

std::unique_ptr<audio::meters::LevelMeter> MakeObject() {
  return std::make_unique<audio::meters::LevelMeter>();
}
