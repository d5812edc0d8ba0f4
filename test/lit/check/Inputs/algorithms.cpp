#include "algorithms.h"
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

static bool isOdd(int v) { return v % 2 != 0; }

void Algorithms::kernel1D_Fill(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    int a[8], b[8];
    std::fill(a, a + 8, in[i]);
    std::fill_n(a + 2, 3, in[i] / 2);
    std::iota(b, b + 8, in[i] % 5);
    std::copy(a, a + 4, b + 2);
    std::copy_n(b + 1, 2, a);
    std::transform(a, a + 8, a, [this](int v) { return v * m_gain - 1; });
    std::transform(a, a + 8, b, b, std::plus<int>());
    std::swap_ranges(a, a + 3, b + 5);
    std::reverse(b, b + 8);
    std::replace(a, a + 8, in[i], 77);
    std::replace_if(b, b + 8, isOdd, 5);
    int next = i;
    std::generate(a + 6, a + 8, [&next] { return next += 3; });
    int kept[8] = {};
    std::copy_if(b, b + 8, kept, [](int v) { return v > 5; });
    std::partial_sum(kept, kept + 8, kept);
    int sum = 0;
    std::for_each(a, a + 8, [&](int &v) { sum = sum * 3 + v; v = 0; });
    for (int v : {3, 1, 4})
      sum += v * kept[v];
    out[i] = sum + kept[7] * 7 + std::accumulate(a, a + 8, 0) + b[0];
  }
}

void Algorithms::kernel1D_Fold(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    float f[4] = {0.5f, float(in[i] % 100), 1.25f, -2.0f};
    unsigned char bytes[4] = {200, 100, 7, static_cast<unsigned char>(in[i])};
    int r = std::accumulate(f, f + 4, 0);
    r += int(std::accumulate(std::begin(f), std::end(f), 0.0f) * 4.0f);
    r += std::accumulate(bytes, bytes + 4, 0) * 3;
    r += std::accumulate(m_table.begin(), m_table.end(), 1, std::multiplies<>()) / 100;
    r += std::inner_product(bytes, bytes + 3, m_table.begin(), 5);
    r += int(std::count(m_table.begin(), m_table.end(), 4)) * 1000;
    r += int(std::count_if(bytes, bytes + 4, [](int v) { return v > 99; })) * 10000;
    r += std::exchange(bytes[1], bytes[2]);
    r += std::reduce(m_table.begin() + 1, m_table.end());
    // The differences stand where the elements stood; of bytes they wrap.
    std::adjacent_difference(f + 1, f + 4, f + 1);
    r += int(f[2] * 4.0f) * 5 + int(f[3] * 4.0f);
    unsigned char steps[4];
    unsigned char *last = std::adjacent_difference(bytes, bytes + 4, steps);
    r += steps[1] * 3 + int(last - steps);
    int folds[4];
    std::adjacent_difference(bytes, bytes + 4, folds, [](int v, int old) { return v * 2 - old; });
    r += folds[3] * 11;
    r += std::transform_reduce(m_table.begin(), m_table.end(), in[i] % 3, std::plus<>(), [](int v) { return v * v; });
    r += std::transform_reduce(bytes, bytes + 4, 1, [](int a, int b) { return a ^ b; }, [&](int v) { return v + i; });
    out[i] += r;
  }
}

void Algorithms::kernel1D_Search(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    int r = 0;
    if (std::any_of(m_table.begin(), m_table.end(), [&](int v) { return v == in[i]; }))
      r += 1;
    if (std::all_of(m_table.begin(), m_table.end(), [&](int v) { return v > in[i] % 7; }))
      r += 2;
    if (std::none_of(m_table.begin(), m_table.end(), isOdd))
      r += 4;
    r += *std::max_element(m_table.begin(), m_table.end()) * 8;
    int near[5] = {in[i], in[i] / 2, 3, in[i] % 11, 3};
    r += *std::min_element(near, near + 5, [](int a, int b) { return a * a < b * b; });
    r += int(std::distance(near, std::find(near, near + 5, 3))) * 100;
    r += int(std::distance(near, std::find_if(near, near + 5, isOdd))) * 1000;
    int twins[5] = {in[i] % 2, in[i] % 3, 1, 2, 2 + in[i] % 2};
    r += int(std::adjacent_find(twins, twins + 5) - twins) * 7;
    r += int(std::adjacent_find(twins + 1, twins + 5, [](int a, int b) { return a > b; }) - twins) * 3;
    r += int(std::distance(m_table.begin(), std::lower_bound(m_table.begin(), m_table.end(), in[i] % 32))) * 10;
    r += int(std::distance(m_table.begin(), std::upper_bound(m_table.begin(), m_table.end(), in[i] % 32))) * 20;
    r += std::binary_search(m_table.begin(), m_table.end(), in[i] % 32) ? 40 : 0;
    r += std::equal(near, near + 2, near + 3) ? 3 : 0;
    r += std::is_sorted(near, near + 3) ? 5 : 0;
    r += int(std::is_sorted_until(near, near + 5) - near) * 5;
    r += int(std::is_sorted_until(near + 1, near + 5, [](int a, int b) { return a % 4 > b % 4; }) - near) * 9;
    r += *std::next(m_table.begin(), i % 6);
    out[i] ^= r;
  }
}

void Algorithms::kernel1D_Order(const int *in, int *out, float *levels, int n) {
  for (int i = 0; i < n; i++) {
    int a[7] = {in[i], 5, in[i] / 3, -in[i], i % 9, 5, 0};
    std::sort(a, a + 7);
    out[i] += a[0] + a[3] * 5 - a[6];
    std::sort(a + 1, a + 6, std::greater<int>());
    out[i] += a[1] - a[4] * 2;
    Item items[3] = {{in[i] % 4, 1.0f}, {in[i] % 3, 2.0f}, {1, 4.0f}};
    std::stable_sort(items, items + 3);
    const Item least = std::min(items[0], items[2]);
    const Item most = std::max({items[0], items[1], items[2]}, [](const Item &x, const Item &y) { return x.weight < y.weight; });
    levels[i] = items[0].weight + items[2].weight * 8.0f + float(least.key) + most.weight * 64.0f;
    const auto [low, high] = std::minmax({a[0], a[3], in[i]});
    out[i] += high - low + std::max({1, in[i], 3}) + std::min({in[i], m_gain});
    out[i] += std::max(in[i], 9, [](int x, int y) { return x % 10 < y % 10; }) + std::clamp(in[i], 1, 6, std::less<>());
    int c[2] = {1, 2}, d[2] = {in[i], 4};
    std::swap(c, d);
    out[i] += c[0] * 3 + d[1];
  }
}

void Algorithms::Run(const int *in, int *out, float *levels, int n) {
  kernel1D_Fill(in, out, n);
  kernel1D_Fold(in, out, n);
  kernel1D_Search(in, out, n);
  kernel1D_Order(in, out, levels, n);
}
