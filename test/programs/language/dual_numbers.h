#pragma once

// Derivatives along with values: the same function for float and for dual numbers.
template <class T> struct Dual
{
    T value = T(0), slope = T(0);

    Dual() = default;
    Dual(T v) : value(v) {}
    Dual(T v, T s) : value(v), slope(s) {}

    template <class U> Dual& operator+=(const U& other)
    {
        *this = *this + other;
        return *this;
    }
};

template <class T> Dual<T> operator+(const Dual<T>& a, const Dual<T>& b) { return {a.value + b.value, a.slope + b.slope}; }
template <class T> Dual<T> operator+(const Dual<T>& a, const T& b) { return {a.value + b, a.slope}; }
template <class T> Dual<T> operator*(const Dual<T>& a, const Dual<T>& b)
{
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
template <class T> Dual<T> operator*(const T& a, const Dual<T>& b) { return {a * b.value, a * b.slope}; }

class DualNumbers
{
public:
    virtual ~DualNumbers() = default;
    virtual void Roots(const float* start, float* roots, int n, int steps);
    virtual void Derive(const Dual<double>* x, Dual<double>* y, int n);

protected:
    void kernel1D_Roots(const float* start, float* roots, int n, int steps);
    void kernel1D_Derive(const Dual<double>* x, Dual<double>* y, int n);

    template <class T> T Polynomial(const T& x) const
    {
        T sum = T(m_coefficients[0]);
        T power = x;
        for (int k = 1; k < 4; ++k)
        {
            sum += typename Scalar<T>::Type(m_coefficients[k]) * power;
            power = power * x;
        }
        return sum;
    }

private:
    template <class T> struct Scalar { using Type = T; };
    template <class T> struct Scalar<Dual<T>> { using Type = T; };

    float m_coefficients[4] = {-2.0f, 0.5f, 0.25f, 0.125f};
};
