// Lets balls fall on the Earth and on the Moon, in turns.
#include "driver_support.h"
#include "object.h"

static void PrintState(const char* title, BouncingBalls& balls, const std::vector<float>& height,
                       const std::vector<float>& velocity) {
  const uint32_t n = static_cast<uint32_t>(height.size());
  std::vector<int> shelf(n, -7);
  balls.FindShelves(height.data(), shelf.data(), n);

  driver::Print("balls", title);
  driver::Print("energy", balls.TotalEnergy(height.data(), velocity.data(), n));
  driver::Print("dt", balls.dt());
  driver::Print("time", balls.time());
  driver::Print("fastest", balls.fastest());
  driver::Print("steps", balls.steps());
  driver::Print("bounces", balls.bounces());
  driver::Print("bounces_ever", balls.bounces_ever());
  driver::Print("highest_shelf", balls.highest_shelf());
  driver::PrintArray("height", height);
  driver::PrintArray("velocity", velocity);
  driver::PrintArray("shelf", shelf);
}

static void Check(uint32_t n) {
  std::unique_ptr<BouncingBalls> earth = MakeObject(12);
  std::unique_ptr<BouncingBalls> moon = MakeObject(0.0625f, 1.625f, 0.5f, 40);

  std::vector<float> earth_height = driver::Floats(n, 0.0f, 9.0f, 21);
  std::vector<float> earth_velocity = driver::Floats(n, -8.0f, 8.0f, 22);
  std::vector<float> moon_height = driver::Floats(n, 0.0f, 1.0f, 23);
  std::vector<float> moon_velocity = driver::Floats(n, -2.0f, 1.0f, 24);

  PrintState("earth, before", *earth, earth_height, earth_velocity);
  for (int frame = 0; frame < 3; ++frame) {
    earth->AdvanceFrame(earth_height.data(), earth_velocity.data(), n);
    moon->AdvanceFrame(moon_height.data(), moon_velocity.data(), n);
  }
  PrintState("earth, after 3 frames", *earth, earth_height, earth_velocity);
  PrintState("moon, after 3 frames", *moon, moon_height, moon_velocity);

  // Only the first half moves.
  earth->AdvanceFrame(earth_height.data(), earth_velocity.data(), n / 2);
  PrintState("earth, half moved", *earth, earth_height, earth_velocity);
}

int main(int argc, char** argv) {
  return driver::Run(argc, argv, 1, {"0", "1", "63", "64", "255", "256", "257", "65535", "100003"},
                     [](driver::Shape shape) { Check(shape.x); });
}
