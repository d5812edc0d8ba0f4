// What the programs of bench/ share: random data on the device, and a line of JSON for each work.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "harness.h"

namespace bench {

/// `--runs N --largest LOG2 --only WORD --shaders FOLDER`
struct Options {
  int runs = 31;
  int largest = 28;
  std::string only; ///< a part of the works' names

  Options(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
      if (!std::strcmp(argv[i], "--runs"))
        runs = std::atoi(argv[i + 1]);
      if (!std::strcmp(argv[i], "--largest"))
        largest = std::atoi(argv[i + 1]);
      if (!std::strcmp(argv[i], "--only"))
        only = argv[i + 1];
      // Edited shaders, compiled, instead of those that were generated.
      if (!std::strcmp(argv[i], "--shaders"))
        vkmorph::SetShaderDirectory(argv[i + 1]);
    }
  }
};

/// Random numbers, filled by several threads, the same on every run.
template <class T, class Make> std::vector<T> Random(size_t count, Make make) {
  std::vector<T> data(count);
  constexpr size_t parts = 8;
  std::vector<std::thread> threads;
  for (size_t part = 0; part < parts; ++part)
    threads.emplace_back([&, part] {
      std::minstd_rand random(unsigned(part + 1));
      for (size_t i = count * part / parts; i < count * (part + 1) / parts; ++i)
        data[i] = make(random);
    });
  for (std::thread &thread : threads)
    thread.join();
  return data;
}

/// What all works need: buffers with data, a timer, and whether all results have agreed so far.
class Workbench {
public:
  Workbench(const vkmorph::Context &context, const Options &options)
      : m_context(context), m_copy(context), m_options(options),
        m_timer(context, context.Properties().limits.timestampPeriod) {}

  bool AllAgree() const { return m_allAgree; }

protected:
  /// Whether a work was asked for.
  bool Wants(const std::string &work) const {
    return work.find(m_options.only) != std::string::npos;
  }

  template <class T> std::unique_ptr<Buffer> Upload(const std::vector<T> &data) {
    auto buffer = std::make_unique<Buffer>(m_context, data.size() * sizeof(T));
    m_copy.UpdateBuffer(buffer->Handle(), 0, data.data(), data.size() * sizeof(T));
    return buffer;
  }

  template <class T> std::vector<T> Download(const Buffer &buffer, size_t count) {
    std::vector<T> data(count);
    m_copy.ReadBuffer(buffer.Handle(), 0, data.data(), count * sizeof(T));
    return data;
  }

  const vkmorph::Context &m_context;
  vkmorph::CopyEngine m_copy;
  Options m_options;
  Timer m_timer;
  bool m_allAgree = true;
};

/// The works of one generated class.
template <class Generated> class Measurements : public Workbench {
public:
  Measurements(const vkmorph::Context &context, const Options &options)
      : Workbench(context, options) {
    m_gpu.InitVulkanObjects(context);
  }

protected:
  /// Times a recorded control function and prints its line. `bytes` is what it has to read and
  /// write; `agrees` looks at the results, which are members by then.
  void Run(const char *work, const std::string &size, double bytes,
           const std::function<void(VkCommandBuffer)> &record,
           const std::function<bool()> &agrees) {
    if (!Wants(work))
      return;
    m_gpu.UpdateAll(m_copy);
    const double ms = m_timer.Measure(m_options.runs, record).device;
    m_gpu.ReadAll(m_copy);
    const bool ok = agrees();
    m_allAgree &= ok;
    std::printf("{\"work\":\"%s\",\"variant\":\"%s\",\"size\":\"%s\",\"ms\":%.5f,\"GB/s\":%.1f,"
                "\"agrees\":%s}\n",
                work, BENCH_VARIANT, size.c_str(), ms, bytes / ms * 1e-6, ok ? "true" : "false");
    std::fflush(stdout);
  }

  Generated m_gpu;
};

} // namespace bench
