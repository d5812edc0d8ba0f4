// Origin: written as a user would, before its first translation.
// Volumes with operator()(x, y, z), read by const methods and written through references.
// RUN: %check %s --class HeatVolume --arg size=1..12 --arg steps=0..4 --arg dt=0..0.125 -- -std=c++17
#include "heat_volume.h"

HeatVolume::HeatVolume(int size) : now_(size, size + 1, size + 2), next_(size, size + 1, size + 2), source_(size, size + 1, size + 2, 0) {
  for (int z = 0; z < now_.nz; ++z)
    for (int y = 0; y < now_.ny; ++y)
      for (int x = 0; x < now_.nx; ++x) {
        now_(x, y, z) = float((x * 5 + y * 3 + z) % 8);
        source_(x, y, z) = (x + y + z) % 6 == 0;
      }
}

void HeatVolume::kernel3D_Spread(float dt) {
  for (int z = 0; z < now_.nz; ++z)
    for (int y = 0; y < now_.ny; ++y)
      for (int x = 0; x < now_.nx; ++x) {
        const float here = now_(x, y, z);
        float change = source_(x, y, z) ? 1.0f : 0.0f;
        if (now_.isInside(x, y, z))
          change += now_(x - 1, y, z) + now_(x + 1, y, z) + now_(x, y - 1, z) + now_(x, y + 1, z) + now_(x, y, z - 1) +
                    now_(x, y, z + 1) - 6.0f * here;
        next_(x, y, z) = here + dt * change;
      }
}

void HeatVolume::kernel3D_Keep() {
  for (int z = 0; z < now_.nz; ++z)
    for (int y = 0; y < now_.ny; ++y)
      for (int x = 0; x < now_.nx; ++x)
        now_(x, y, z) = next_(x, y, z);
}

void HeatVolume::kernel1D_Total() {
  total_ = 0.0f;
  for (int i = 0; i < int(now_.values.size()); ++i)
    total_ += now_.values[i];
}

float HeatVolume::Step(float dt, int steps) {
  for (int i = 0; i < steps; ++i) {
    kernel3D_Spread(dt);
    kernel3D_Keep();
  }
  kernel1D_Total();
  return total_;
}
