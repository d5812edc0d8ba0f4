// Origin: written as a user would, before its first translation.
// A sum for each row, and what the bookkeeper notes beside them: which month it is, and what is not to be counted twice.
// RUN: %check %s --size rows=0,1,40 --size columns=0,3,700 --variant=plain=--target=vulkan10 -- -std=c++17
class RowLedger {
public:
  virtual ~RowLedger() = default;

  virtual void Close(const float *entry, float *total, int rows, int columns) {
    kernel1D_Sum(entry, total, rows, columns);
    kernel1D_Carry(total, rows);
  }

protected:
  void kernel1D_Sum(const float *entry, float *total, int rows, int columns) {
    m_month = m_month % 12 + 1;
    for (int row = 0; row < rows; row++) {
      float sum = 0.0f;
      for (int column = 0; column < columns; column++)
        sum += entry[row * columns + column];
      total[row] = sum;
    }
    m_closed++;
  }
  void kernel1D_Carry(float *total, int rows) {
    const int month = m_month;
    for (int row = 0; row < rows; row++)
      total[row] += float(month);
    if (rows > 0)
      m_first = total[0];
  }

  int m_month = 11, m_closed = 0;
  float m_first = 0.0f;
};
