"""Writes a class whose control functions give kernels the last of many variables, each made of several uses of the one before."""

import sys

QUOTIENTS = 30  # of d * n + d, which an unknown stands for: it occurs twice in the one after it
SUMS = 14

quotients = "\n".join(f"    const int d{i + 1} = (d{i} * n + d{i} + 3) / 3;" for i in range(QUOTIENTS))
sums = "\n".join(f"    const int s{i + 1} = (s{i} + s{i}) - (s{i} + s{i}) + (s{i} - n / 3);" for i in range(SUMS))
with open(sys.argv[1], "w") as file:
    file.write(f"""class Chains {{
public:
  virtual ~Chains() = default;
  virtual void Quotients([[vkmorph::size("n")]] int *a, int n) {{
    if (n < 1)
      return;
    const int d0 = n;
{quotients}
    kernel1D_Set(a, n, d{QUOTIENTS});
  }}
  virtual void Sums([[vkmorph::size("n")]] int *a, int n) {{
    const int s0 = n;
{sums}
    if (s{SUMS} > 0)
      kernel1D_Set(a, n, s{SUMS});
  }}

protected:
  void kernel1D_Set(int *a, int n, int s) {{
    for (int i = 0; i < n; ++i)
      if (i * s < n)
        a[i * s] = i;
  }}
}};
""")
