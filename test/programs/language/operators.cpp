// Origin: written as a user would.
// Overloaded operators: members, friends and free ones; arithmetic, compound, [], (), unary, comparison, conversions, ++.
// RUN: %check %s --class Cashier -- -std=c++17
#include "operators.h"

Money operator+(Money a, const Money &b) { return a += b; }
Money operator-(Money a, Money b) { return a -= b; }
bool operator>(Money a, Money b) { return b < a; }
bool operator!=(Money a, Money b) { return !(a == b); }
Money operator%(Money a, int parts) { return Money(int(a) % parts); }
Money &operator<<(Money &into, int pennies) { return into += Money(pennies); }

Purse operator|(Purse a, const Purse &b)
{
    for (int s = 0; s < 3; ++s)
        if (b[s] > a[s])
            a[s] = b[s];
    return a;
}

Purse &operator*=(Purse &p, int factor)
{
    for (Money &coin : p.coins)
        coin = factor * coin;
    return p;
}

void Cashier::kernel1D_Count(const int *prices, const Purse *purses, Purse *change, int *totals, int n)
{
    for (int i = 0; i < n; ++i)
    {
        Money price(prices[i]), sum;
        Purse purse = purses[i];
        for (int s = 0; s < 3; ++s)
            sum += purse[s];
        Money old = sum++;
        purse[1] = ++sum - old;
        purse[0] << 5 << m_tariff(prices[i] & 7);
        purse[2] -= m_tariff(price) + m_tariff(-price, true);
        int code = 0;
        if (price)
            code += 1;
        if (!(sum - old))
            code += 2;
        if (purse[0] < purse[1] && purse[1] != purse[2])
            code += 4;
        code += price > Money(20) ? 8 : price == Money(0) ? 16 : 32;
        Money rest = (+price + 3 * sum) % 17;
        change[i] = (purse | purses[i]);
        (change[i] *= 2)[1] += rest;
        const int plain = sum;
        totals[i] = code * 10000 + plain + 2 * int(rest) - static_cast<int>(-old);
    }
}

void Cashier::Count(const int *prices, const Purse *purses, Purse *change, int *totals, int n)
{
    kernel1D_Count(prices, purses, change, totals, n);
}
