// Mappings with pages around them that no access comes through.
#include "fences.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace vkmorph::check {

/// Bytes on either side; a multiple of all pages. They take addresses, and no memory.
static constexpr size_t kFence = size_t(64) << 20;
static constexpr int kSignals[] = {SIGSEGV, SIGBUS};

struct Fences::Array {
  const char *name;
  size_t parameter;
  uint64_t count;
  size_t elementBytes;
  bool isStated; ///< its number of elements is one of the case's sizes
  uint8_t *mapping;
  size_t mapped;
  uint8_t *begin;
};

static Fences *current = nullptr;

static size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

/// What objects of so many bytes may ask for.
static size_t alignmentOf(size_t bytes) {
  constexpr size_t kMost = 64;
  return std::min(bytes & (~bytes + 1), kMost);
}

Fences::Fences(const ControlFunction &function, CallData &data, const Case &which, Side side,
               Tell tell, void *context)
    : m_data(data), m_tell(tell), m_context(context) {
  const size_t page = size_t(sysconf(_SC_PAGESIZE));
  for (size_t i = 0; i < function.parameterCount; ++i) {
    const Parameter &parameter = function.parameters[i];
    if (!parameter.isBuffer())
      continue;
    const GuardedArray &from = data.cpuArray(i);
    Array array = {};
    array.name = parameter.name;
    array.parameter = i;
    array.count = data.count(i);
    array.elementBytes = parameter.type->bytes;
    array.isStated = which.sizes.count(parameter.name) != 0;
    const size_t open = roundUp(std::max<size_t>(from.bytes(), 1), page);
    array.mapped = open + 2 * kFence;
    void *mapping =
        mmap(nullptr, array.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED ||
        mprotect(static_cast<uint8_t *>(mapping) + kFence, open, PROT_READ | PROT_WRITE) != 0)
      throw std::bad_alloc();
    array.mapping = static_cast<uint8_t *>(mapping);
    const size_t taken = roundUp(from.bytes(), alignmentOf(array.elementBytes));
    array.begin = array.mapping + kFence + (side == Side::Behind ? open - taken : 0);
    std::memset(array.mapping + kFence, kGuardByte, open);
    std::memcpy(array.begin, from.data(), from.bytes());
    data.cpu().setPlace(i, array.begin, array.count);
    m_arrays.push_back(array);
  }
  current = this;
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  for (size_t i = 0; i < std::size(kSignals); ++i)
    sigaction(kSignals[i], &action, &m_before[i]);
}

Fences::~Fences() {
  current = nullptr;
  for (size_t i = 0; i < std::size(kSignals); ++i)
    sigaction(kSignals[i], &m_before[i], nullptr);
  for (const Array &array : m_arrays) {
    const GuardedArray &to = m_data.cpuArray(array.parameter);
    std::memcpy(to.data(), array.begin, to.bytes());
    m_data.cpu().setPlace(array.parameter, to.data(), array.count);
    munmap(array.mapping, array.mapped);
  }
}

void Fences::handle(int signal, siginfo_t *info, void *context) {
  const char *what = "reads or writes";
#ifdef __x86_64__
  constexpr long kWrites = 2;
  const auto error = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_ERR];
  what = (error & kWrites) != 0 ? "writes" : "reads";
#else
  static_cast<void>(context);
#endif
  if (current && current->tell(static_cast<const uint8_t *>(info->si_addr), what))
    _exit(kStatus);
  // The access fails again, and ends the program as it does without us.
  std::signal(signal, SIG_DFL);
}

/// Whether that address is beside one of the arrays.
bool Fences::tell(const uint8_t *address, const char *what) const {
  for (const Array &array : m_arrays) {
    if (address < array.mapping || address >= array.mapping + array.mapped)
      continue;
    const auto element = ptrdiff_t(array.elementBytes);
    const ptrdiff_t distance = address - array.begin;
    const long long index = (distance < 0 ? distance - element + 1 : distance) / element;
    char how[300], hint[300] = "";
    std::snprintf(how, sizeof(how), "%s outside of '%s': element %lld, and it has %llu", what,
                  array.name, index, static_cast<unsigned long long>(array.count));
    if (array.isStated && index >= 0)
      std::snprintf(hint, sizeof(hint), "--size %s=%lld gives it enough for that", array.name,
                    index + 1);
    m_tell(m_context, how, hint);
    return true;
  }
  return false;
}

} // namespace vkmorph::check
