// Origin: written with the part of the compiler that it tests.
// Structs that end with padding, followed by members that C++ does not put into it: nested, in arrays, in members and buffers.
// RUN: %check %s --class Ledger --variants=all -- -std=c++17
#include <glm/glm.hpp>

class Ledger {
public:
  struct Entry {
    double amount;
    float rate;
  };
  struct Page {
    Entry first;
    float sum;
    glm::vec3 mark;
    Entry rest[2];
    int count;
  };

  virtual ~Ledger() = default;
  virtual void Close(const Page *pages, Page *closed, int n) {
    kernel1D_Close(pages, closed, n);
    kernel1D_Total(closed, n);
  }

private:
  void kernel1D_Close(const Page *pages, Page *closed, int n) {
    for (int i = 0; i < n; i++) {
      Page page = pages[i];
      page.sum = float(page.first.amount) * page.first.rate;
      for (const Entry &entry : page.rest) {
        page.sum += float(entry.amount) * entry.rate + m_opening.rate;
        page.count++;
      }
      page.mark = page.mark * m_weight + m_opening.page.mark;
      page.rest[1].rate += float(m_opening.page.rest[1].amount) + float(m_opening.page.count);
      closed[i] = page;
    }
  }
  void kernel1D_Total(const Page *closed, int n) {
    for (int i = 0; i < n; i++) {
      m_total += closed[i].count;
      if (closed[i].sum < m_bounds[0].rate)
        m_bounds[0].rate = closed[i].sum;
    }
  }

  struct Opening {
    Page page;
    float rate;
  };
  Entry m_bounds[2] = {{1.0, 4.0f}, {2.0, 8.0f}};
  float m_weight = 0.5f;
  Opening m_opening = {{{1.5, 0.5f}, 1.0f, {1, 2, 3}, {{2.5, 0.25f}, {0.125, 2.0f}}, 7}, 0.25f};
  int m_total = 0;
};
