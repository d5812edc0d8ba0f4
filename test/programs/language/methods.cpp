// Origin: written as a user would.
// Methods: const, static, overloaded, with defaults, of member structs; functions found by arguments; a second source.
// RUN: %check %s %S/Inputs/methods_units.cpp --class Odometer -- -std=c++17
#include "methods.h"

static int Twist(int v) { return v - 11; }

int Odometer::Convert(int ticks, int factor, int offset) const { return ticks * factor + offset * m_perTick; }

int Odometer::Clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

void Odometer::kernel1D_Distance(const int *ticks, int *distances, int n, int gear)
{
    for (int i = 0; i < n; i++)
    {
        units::Wheel wheel = m_scale.wheel;
        wheel.Wear();
        wheel.Wear(ticks[i] & 3);
        int depth = 0;
        const int chain = First(ticks[i], depth);
        // Found by the namespace of their arguments.
        const int round = Perimeter(wheel, Clamp(ticks[i])) + Magnify(m_scale);
        distances[i] = Convert(ticks[i]) + 2 * Convert(ticks[i], gear & 7) + 3 * this->Convert(ticks[i], 2, i & 1);
        distances[i] += m_scale.Apply(Clamp(ticks[i], 0)) + Clamp(ticks[i], -5, 5) * 1000 + Twist(round);
        distances[i] = Twist(distances[i]) * 2 + chain * 7 + depth;
    }
}

void Odometer::kernel1D_Speed(const int *ticks, float *speeds, int n) const
{
    for (int i = 0; i < n; i++)
    {
        const units::Scale scale = {ticks[i] & 7, {2, 1}};
        speeds[i] = Convert(float(ticks[i])) + Odometer::Convert(0.5f);
        speeds[i] += Perimeter(scale.wheel, 0.5f) + Perimeter(m_scale.wheel, speeds[i]) + float(scale.Apply(3));
        speeds[i] -= float(units::Magnify(scale)) * 0.125f;
    }
}

void Odometer::Drive(const int *ticks, int *distances, float *speeds, int n, int gear)
{
    kernel1D_Distance(ticks, distances, n, gear);
    kernel1D_Speed(ticks, speeds, n);
}
