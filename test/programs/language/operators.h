#ifndef OPERATORS_H
#define OPERATORS_H

// Whole pennies; all arithmetic is exact.
class Money
{
public:
    constexpr explicit Money(int pennies = 0) : m_pennies(pennies) {}
    Money &operator+=(const Money &o) { m_pennies += o.m_pennies; return *this; }
    Money &operator-=(Money o) { return *this += -o; }
    Money operator-() const { return Money(-m_pennies); }
    Money operator+() const { return m_pennies < 0 ? -*this : *this; }
    Money &operator++() { m_pennies += 100; return *this; }
    Money operator++(int) { Money old = *this; ++*this; return old; }
    bool operator!() const { return m_pennies == 0; }
    explicit operator bool() const { return m_pennies != 0; }
    operator int() const { return m_pennies; }
    friend Money operator*(int factor, Money m) { return Money(factor * m.m_pennies); }
    friend bool operator<(Money a, Money b) { return a.m_pennies < b.m_pennies; }
    friend bool operator==(Money a, Money b) { return a.m_pennies == b.m_pennies; }

private:
    int m_pennies;
};

struct Purse
{
    Money coins[3];
    Money &operator[](int slot) { return coins[slot]; }
    const Money &operator[](int slot) const { return coins[slot]; }
};

struct Tariff
{
    int base, step;
    int operator()(int units) const { return base + step * units; }
    Money operator()(Money m, bool twice = false) const { return (twice ? 2 : 1) * m; }
};

class Cashier
{
public:
    virtual ~Cashier() {}
    virtual void Count(const int *prices, const Purse *purses, Purse *change, int *totals, int n);

private:
    void kernel1D_Count(const int *prices, const Purse *purses, Purse *change, int *totals, int n);
    Tariff m_tariff = {3, 4};
};

#endif
