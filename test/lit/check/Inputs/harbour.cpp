// Cranes: what they lift, and what is left of their ropes.
class Harbour {
public:
  virtual ~Harbour() = default;
  virtual void Lift(float *loads, int ships) { kernel1D_Lift(loads, ships); }

protected:
  void kernel1D_Lift(float *loads, int ships) {
    m_heaviest = 0.0f;
    for (int i = 0; i < ships; ++i) {
      if (ships > 1000000)
        loads[i] += 1.0f;
      loads[i] *= 0.5f;
      m_lifted += 1;
      if (loads[i] >= m_limit)
        loads[i] = m_limit;
    }
    m_wear = m_wear + float(ships) * 0.25f;
  }

  float m_limit = 1.25f, m_wear = 2.0f, m_heaviest = 0.0f;
  int m_lifted = 0;
};
