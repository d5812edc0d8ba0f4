// What vkmorph objects to.
class Puddle {
public:
  virtual ~Puddle() = default;
  virtual void Settle(float *level, int count) { kernel1D_Settle(level, count); }

private:
  void kernel1D_Settle(float *level, int count) {
    for (int i = 1; i < count - 1; i++)
      level[i] = 0.5f * (level[i - 1] + level[i + 1]);
  }
};
