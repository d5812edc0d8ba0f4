#include "tuples.h"
static std::pair<int, int> divide(int a, int b) { return {a / b, a % b}; }
void Tuples::kernel1D_T(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++) {
    auto [c, whole, part] = split(in[i]);
    int quotient = 0, rest = 0;
    std::tie(quotient, rest) = divide(in[i], 7);
    std::tie(quotient, rest) = std::make_tuple(rest, quotient);
    std::tuple<int, int> t = divide(in[i], 5);
    std::tuple<int, int> u(quotient, 3), w;
    w = u;
    std::get<0>(w) += 2;
    t = std::make_pair(std::get<1>(t), 9);
    int r = c + whole * 3 + int(part * 4.0f) + quotient * 5 + rest * 7 + std::get<0>(t) + std::get<1>(t);
    r += (t < u ? 1000 : 0) + (t == u ? 2000 : 0) + (u != w ? 4000 : 0) + (u >= t ? 8000 : 0);
    Key k{in[i] % 3, in[i] % 5}, l{1, 2};
    r += (k < l ? 16000 : 0);
    std::pair<int, int> p(in[i] % 4, 2), q = p;
    q.second = 1;
    p.swap(q);
    r += p.second * 10 + q.second + (p < q ? 1 : 0) + (std::make_pair(1, 2) == q ? 3 : 0);
    p = q;
    std::array<int, 4> row = m_row;
    row.at(in[i] & 3) += in[i];
    for (int k = 0; k < 4; k++)
      r += row.at(k) * k;
    for (unsigned k = 0; k < row.size(); ++k)
      r ^= row.at(k);
    r += row == m_row ? 5 : 6;
    r += std::get<int>(std::make_tuple(1.5f, r)) + p.second;
    auto nested = std::make_tuple(std::make_pair(i, 2), m_row);
    r += std::get<0>(nested).first + std::get<1>(nested)[2];
    out[i] = r;
  }
}
void Tuples::Run(const int *in, int *out, int n) { kernel1D_T(in, out, n); }
