class Balance {
public:
  virtual ~Balance() = default;
  virtual void Add(const float *amounts, int n) { kernel1D_Add(amounts, n); }

protected:
  void kernel1D_Add(const float *amounts, int n) {
    for (int i = 0; i < n; ++i)
      m_balance += amounts[i];
  }
  float m_balance = 0;
};
