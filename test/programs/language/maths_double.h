#ifndef MATHS_DOUBLE_H
#define MATHS_DOUBLE_H

// Positions of bodies on their orbits, in double precision throughout.
class Ephemeris
{
public:
    explicit Ephemeris(double eccentricity = 0.3) : m_eccentricity(eccentricity) {}
    virtual ~Ephemeris() {}
    virtual void Positions(const double *anomalies, double *xs, double *ys, unsigned count);
    virtual void Curves(const double *values, double *curves, int *whole, unsigned count);

private:
    void kernel1D_Positions(const double *anomalies, double *xs, double *ys, unsigned count);
    void kernel1D_Curves(const double *values, double *curves, unsigned count);
    void kernel1D_Whole(const double *values, int *whole, unsigned count);
    double Kepler(double anomaly) const;

    double m_eccentricity;
    static constexpr double Pi = 3.14159265358979323846;
};

#endif
