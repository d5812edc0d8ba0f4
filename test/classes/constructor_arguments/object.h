// How the driver gets its objects.
#pragma once

#include <memory>

#include "bouncing_balls.h"

std::unique_ptr<BouncingBalls> MakeObject(int shelf_count);
std::unique_ptr<BouncingBalls> MakeObject(float dt, float gravity, float restitution,
                                          int shelf_count);
