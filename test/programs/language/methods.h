#ifndef METHODS_H
#define METHODS_H
#include "methods_units.h"

class Odometer
{
public:
    virtual ~Odometer() {}
    virtual void Drive(const int *ticks, int *distances, float *speeds, int n, int gear = 2);

    int Convert(int ticks) const { return Convert(ticks, m_perTick); }
    int Convert(int ticks, int factor, int offset = 5) const;
    static float Convert(float ticks) { return ticks * 0.25f; }

private:
    void kernel1D_Distance(const int *ticks, int *distances, int n, int gear);
    void kernel1D_Speed(const int *ticks, float *speeds, int n) const;
    static int Clamp(int v, int low = -30, int high = 60);
    int First(int v, int &depth) const { depth++; return Second(v + 1, depth) * 2; }
    int Second(int v, int &depth) const { depth++; return Third(v * 3, depth) - m_perTick; }
    int Third(int v, int &depth) const { depth++; return Fourth(v, depth, 2) + Fourth(v); }
    int Fourth(int v, int &depth, int by) const { depth += by; return v % 10; }
    int Fourth(int v) const { return v / 10; }

    int m_perTick = 3;
    units::Scale m_scale = {4, {7, -1}};
};

#endif
