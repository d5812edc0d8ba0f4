// A graph as lists of neighbours, one behind the other.
#include <vector>

class RoadMap {
public:
  virtual ~RoadMap() = default;

  /// A town with roads to others. All towns have to be there before anything is asked.
  void AddTown(const std::vector<int> &others, float people) {
    if (m_begin.empty())
      m_begin.push_back(0);
    m_others.insert(m_others.end(), others.begin(), others.end());
    m_begin.push_back(int(m_others.size()));
    m_people.push_back(people);
  }

  /// The people in the towns around each town.
  virtual void Around(float *out, int towns) { kernel1D_Around(out, towns); }

protected:
  void kernel1D_Around(float *out, int towns) {
    for (int i = 0; i < towns; ++i) {
      float sum = 0.0f;
      for (int k = m_begin[i]; k < m_begin[i + 1]; ++k)
        sum += m_people[m_others[k]];
      out[i] = sum;
    }
  }

private:
  std::vector<int> m_begin, m_others;
  std::vector<float> m_people;
};
