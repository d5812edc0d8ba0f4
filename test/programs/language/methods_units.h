// What the class of methods.h gets from another source file.
#ifndef METHODS_UNITS_H
#define METHODS_UNITS_H

namespace units {

struct Wheel
{
    int size, wear;
    int Size() const { return size + wear; }
    void Wear(int by = 1) { wear -= by; }
};

struct Scale
{
    int factor;
    Wheel wheel;
    int Apply(int v) const { return v * factor + wheel.Size(); }
};

int Perimeter(const Wheel &wheel, int turns);
float Perimeter(const Wheel &wheel, float turns);
int Magnify(Scale scale);

} // namespace units

#endif
