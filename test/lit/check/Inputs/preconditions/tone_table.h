// Tones by a table that has to be built.
#include <cstddef>
#include <cstdint>
#include <vector>

class ToneTable {
public:
  virtual ~ToneTable() = default;

  /// Fills the table: 256 tones.
  void Build(float gamma) {
    m_tones.resize(256);
    for (int i = 0; i < 256; ++i)
      m_tones[i] = uint8_t(float(i) * gamma);
  }

  virtual void Map(const uint8_t *in, uint8_t *out, size_t pixels) { kernel1D_Map(in, out, pixels); }
  /// How many pixels become white.
  virtual int CountWhite(const uint8_t *in, size_t pixels) {
    m_white = 0;
    kernel1D_CountWhite(in, pixels);
    return m_white;
  }

protected:
  void kernel1D_Map(const uint8_t *in, uint8_t *out, size_t pixels) {
    for (size_t i = 0; i < pixels; ++i)
      out[i] = m_tones[in[i]];
  }
  void kernel1D_CountWhite(const uint8_t *in, size_t pixels) {
    for (size_t i = 0; i < pixels; ++i)
      m_white += m_tones[in[i]] >= m_limit;
  }

private:
  std::vector<uint8_t> m_tones;
  uint8_t m_limit = 200;
  int m_white = 0;
};
