// Pictures whose points call methods of objects behind an interface.
#pragma once

#include <cmath>
#include <string>

#include "measurements.h"

namespace bench {

template <class Generated> class Pictures : public Measurements<Generated> {
public:
  using Measurements<Generated>::Measurements;

protected:
  /// Measures a picture of size x size points and compares it with the host's. `ids` are numbers of
  /// objects below `types`: any at each point, or one for squares of 32 x 32 points. `bytes` are
  /// those that a point reads and writes, `tolerance` is that of a result beside its size.
  template <class Bind, class Record, class Host>
  void Picture(const std::string &work, unsigned size, unsigned types, bool isCoherent,
               double bytes, float tolerance, Bind bind, Record record, Host host) {
    const std::string name = work + (isCoherent ? ", squares" : ", random");
    if (!this->Wants(name))
      return;
    std::vector<uint8_t> ids = Random<uint8_t>(
        size_t(size) * size, [&](auto &random) { return uint8_t((random() >> 8) % types); });
    if (isCoherent)
      for (size_t i = 0; i < ids.size(); ++i)
        ids[i] = uint8_t((i % size / 32 * 7 + i / size / 32 * 13) % types);
    const auto in = this->Upload(ids);
    const Buffer out(this->m_context, ids.size() * sizeof(float));
    this->m_gpu.UpdateAll(this->m_copy);
    bind(in->Handle(), out.Handle());
    this->Run(name.c_str(), std::to_string(size) + "^2", bytes * double(ids.size()), record, [&] {
      const auto found = this->template Download<float>(out, ids.size());
      std::vector<float> expected(ids.size());
      host(ids.data(), expected.data());
      for (size_t i = 0; i < ids.size(); ++i)
        if (!(std::fabs(found[i] - expected[i]) <=
              tolerance * std::fabs(expected[i]) + 0.01f * tolerance))
          return false;
      return true;
    });
    this->m_gpu.ForgetBuffer(in->Handle());
    this->m_gpu.ForgetBuffer(out.Handle());
  }
};

} // namespace bench
