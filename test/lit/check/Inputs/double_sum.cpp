// A sum in double, which OpenCL C for clspv cannot have.
#include <cstdint>

class Ledger {
public:
  virtual ~Ledger() = default;
  virtual void Add(const double *amounts, uint32_t count) { kernel1D_Add(amounts, count); }

protected:
  void kernel1D_Add(const double *amounts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
      m_total += amounts[i];
  }

  double m_total = 0.0;
};
