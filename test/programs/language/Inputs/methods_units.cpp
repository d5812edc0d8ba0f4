// The second source of methods.cpp.
#include "../methods_units.h"

namespace units {

// Has the name of a function in the other source, which is another one.
static int Twist(int v) { return v * 5 + 1; }

int Perimeter(const Wheel &wheel, int turns) { return Twist(wheel.Size()) * turns; }

float Perimeter(const Wheel &wheel, float turns) { return float(wheel.Size()) * turns * 0.5f; }

int Magnify(Scale scale)
{
    scale.factor *= 2;
    scale.wheel.Wear(scale.factor);
    return scale.Apply(Twist(1));
}

} // namespace units
