// Origin: written as a user would.
// Every loop form in device code, and break, continue and return anywhere in them.
// RUN: %check %s --class NumberFacts -- -std=c++17
#include "flow.h"

uint32_t NumberFacts::CollatzSteps(uint32_t n)
{
    uint32_t steps = 0;
    while (n != 1)
    {
        if (n == 0 || steps >= 60)
            return 1000 + steps;
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        ++steps;
    }
    return steps;
}

int NumberFacts::SmallestFactor(uint32_t n) const
{
    if (n < 4)
        return -1;
    for (int f = 2;; f++)
    {
        if (f > 40)
            break;
        if (f > 2 && f % 2 == 0)
            continue;
        if (n % f == 0)
            return f;
    }
    return 0;
}

void NumberFacts::kernel1D_Steps(const uint32_t* numbers, uint32_t* steps, int count)
{
    for (int i = 0; i < count; i++)
    {
        if (numbers[i] % 16 == 3)
        {
            steps[i] = 7;
            continue;
        }
        steps[i] = CollatzSteps(numbers[i] % 1000);
    }
}

void NumberFacts::kernel1D_Factors(const uint32_t* numbers, int* factors, int count)
{
    for (int i = 0; i < count; i++)
    {
        int found = 0, left = 3;
        for (uint32_t n = numbers[i] % 4096; n > 1;)
        {
            int f = SmallestFactor(n);
            if (f <= 0)
                break;
            found = found * 41 + f;
            n /= uint32_t(f);
            if (--left == 0)
                break;
        }
        factors[i] = found;
    }
}

void NumberFacts::kernel1D_Digits(const uint32_t* numbers, uint32_t* digits, int count)
{
    for (int i = 0; i < count; i++)
    {
        uint32_t rest = numbers[i], mask = 0;
        do
        {
            uint32_t digit = rest % 10;
            rest /= 10;
            if (digit == 5)
                continue;
            if (digit == 9 && (mask & 1))
                break;
            for (uint32_t k = 0; k < 3; ++k)
            {
                switch ((digit + k) % 4)
                {
                case 0:
                    continue;
                case 1:
                    mask ^= 1u << digit;
                    break;
                default:
                    if (k == 2)
                        mask = (mask << 1) | (mask >> 31);
                    break;
                }
                mask += k;
            }
        } while (rest != 0);
        digits[i] = mask;
    }
}

void NumberFacts::Classify(const uint32_t* numbers, uint32_t* steps, int* factors, uint32_t* digits, int count)
{
    kernel1D_Steps(numbers, steps, count);
    kernel1D_Factors(numbers, factors, count);
    kernel1D_Digits(numbers, digits, count);
}
