// Origin: written as a user would, before its first translation.
// Namespaces: nested, inline, aliases, using directives; types and functions of one name in two of them, found by arguments.
// RUN: %check %s --class survey::field::detail::Converter -- -std=c++17
#include "namespaces.h"

namespace survey::field
{
namespace
{
float scaled(float x)
{
    return x + 1.0f;
}
} // namespace

namespace detail
{
void Converter::kernel1D_Add(const Metric* a, const Imperial* b, float* out, int n) noexcept
{
    using namespace metric;
    for (int i = 0; i < n; ++i)
    {
        const us::Length here{b[i].feet % 40, b[i].inches};
        const us::Length twice = here + Imperial{1, 2.5f};
        const Metric sum = a[i] + a[i];
        float x = inMetres(sum) - inMetres(twice);
        x = x < 0.0f ? field::scaled(x) : metric::scaled(x);
        out[i] = i % 3 == 0 ? v2::scaled(x) : imperial::scaled(x) + ::metric::kFactor;
    }
}

void Converter::Convert(const Metric* a, const Imperial* b, float* out, int n) noexcept
{
    kernel1D_Add(a, b, out, n);
}
} // namespace detail
} // namespace survey::field
