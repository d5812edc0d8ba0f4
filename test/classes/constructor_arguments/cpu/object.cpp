// The class itself.
#include "object.h"

std::unique_ptr<BouncingBalls> MakeObject(int shelf_count) {
  return std::make_unique<BouncingBalls>(shelf_count);
}

std::unique_ptr<BouncingBalls> MakeObject(float dt, float gravity, float restitution,
                                          int shelf_count) {
  return std::make_unique<BouncingBalls>(dt, gravity, restitution, shelf_count);
}
