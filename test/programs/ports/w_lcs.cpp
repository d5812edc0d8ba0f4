// Origin: written as a user would, before its first translation, and changed as vkm2002 says (the answer is taken by a
// loop).
// The longest common subsequence along antidiagonals, C style.
// RUN: %check %s --class Lcs --size n=1,17 --size m=1,23 --arg a=-1..2 --arg b=-1..2 --size table=432 --size a=17 --size b=23 -- -std=c++17
#define AT(i, j) table[(i) * (m + 1) + (j)]

class Lcs {
public:
  int Length(const char *a, const char *b,
             int *table, int n, int m) {
    int d;
    kernel2D_Clear(table, n, m);
    for (d = 2; d <= n + m; d++)
      kernel1D_Diagonal(a, b, table, n, m, d);
    kernel1D_Answer(table, n, m);
    return answer;
  }

protected:
  int answer;

  void kernel2D_Clear(int *table, int n, int m) {
    int i, j;
    for (i = 0; i <= n; i++)
      for (j = 0; j <= m; j++)
        AT(i, j) = 0;
  }

  void kernel1D_Diagonal(const char *a, const char *b, int *table, int n, int m, int d) {
    int i, j, lo, hi;
    lo = d - m > 1 ? d - m : 1;
    hi = d - 1 < n ? d - 1 : n;
    for (i = lo, j = d - lo; i <= hi; i++, j--) {
      if (a[i - 1] == b[j - 1])
        AT(i, j) = AT(i - 1, j - 1) + 1;
      else if (AT(i - 1, j) >= AT(i, j - 1))
        AT(i, j) = AT(i - 1, j);
      else
        AT(i, j) = AT(i, j - 1);
    }
  }

  void kernel1D_Answer(int *table, int n, int m) {
    int i;
    for (i = n; i <= n; i++)
      answer = AT(i, m);
  }
};
