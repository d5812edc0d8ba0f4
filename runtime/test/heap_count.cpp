// Counts what each thread takes from the heap. A file of its own, so that no compiler sees into new
// and delete.
#include <cstdlib>
#include <new>

#include "test_support.h"

// Not where a sanitizer has the heap in its hands: there the count stays 0.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define VKMORPH_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define VKMORPH_SANITIZED
#endif

static thread_local int allocations = 0;

int vkmorph::test::HeapAllocations() { return allocations; }

#ifndef VKMORPH_SANITIZED
void *operator new(size_t bytes) {
  allocations++;
  if (void *memory = std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
#endif
