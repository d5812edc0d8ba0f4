// The default copy engine: pieces, offsets, zeros.
#include "test_support.h"

#include <numeric>

namespace vkmorph::test {
namespace {

class CopyEngineTest : public ValidatedTest {};

TEST_F(CopyEngineTest, LargerThanItsStagingBuffer) {
  CallerBuffer buffer(ValidatedContext(), 4000);
  CopyEngine copy(ValidatedContext(), 256);
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 5);
  copy.UpdateBuffer(buffer.buffer, 0, values.data(), 4000);
  std::vector<int> read(1000);
  copy.ReadBuffer(buffer.buffer, 0, read.data(), 4000);
  EXPECT_EQ(read, values);
}

TEST_F(CopyEngineTest, PartsOfABuffer) {
  CallerBuffer buffer(ValidatedContext(), 64);
  CopyEngine copy(ValidatedContext());
  copy.ZeroBuffer(buffer.buffer, 0, 64);
  const int values[] = {1, 2, 3};
  copy.UpdateBuffer(buffer.buffer, 8, values, sizeof(values));
  EXPECT_EQ(buffer.Read<int>(6), (std::vector<int>{0, 0, 1, 2, 3, 0}));
  copy.ZeroBuffer(buffer.buffer, 13, 2); // not whole words
  EXPECT_EQ(buffer.Read<int>(5), (std::vector<int>{0, 0, 1, 2, 3}));
  copy.ZeroBuffer(buffer.buffer, 12, 3);
  EXPECT_EQ(buffer.Read<int>(5), (std::vector<int>{0, 0, 1, 0, 3}));
}

TEST_F(CopyEngineTest, NothingIsNothing) {
  CallerBuffer buffer(ValidatedContext(), 64);
  CopyEngine copy(ValidatedContext());
  copy.UpdateBuffer(buffer.buffer, 0, nullptr, 0);
  copy.ReadBuffer(buffer.buffer, 0, nullptr, 0);
  copy.ZeroBuffer(buffer.buffer, 0, 0);
}

TEST_F(CopyEngineTest, TakesAnEnginesAllocator) {
  WatchedAllocator allocator(ValidatedContext(), false);
  DeviceContext device = ValidatedContext();
  device.allocator = &allocator;
  CallerBuffer buffer(device, 64);
  {
    CopyEngine copy(device);
    const int value = 3;
    copy.UpdateBuffer(buffer.buffer, 0, &value, sizeof(value));
    EXPECT_EQ(allocator.allocations, 1);
  }
  EXPECT_EQ(allocator.live, 0);
}

/// An engine of the user's that has only what it must have.
class MinimalEngine final : public ICopyEngine {
public:
  explicit MinimalEngine(const DeviceContext &device) : m_copy(device) {}
  void UpdateBuffer(VkBuffer buffer, VkDeviceSize offset, const void *source,
                    size_t bytes) override {
    m_copy.UpdateBuffer(buffer, offset, source, bytes);
  }
  void ReadBuffer(VkBuffer buffer, VkDeviceSize offset, void *target, size_t bytes) override {
    m_copy.ReadBuffer(buffer, offset, target, bytes);
  }

private:
  CopyEngine m_copy;
};

TEST_F(CopyEngineTest, ZerosGoThroughUpdatesByDefault) {
  CallerBuffer buffer(ValidatedContext(), 16);
  buffer.Write<int>({1, 2, 3, 4});
  MinimalEngine(ValidatedContext()).ZeroBuffer(buffer.buffer, 4, 8);
  EXPECT_EQ(buffer.Read<int>(4), (std::vector<int>{1, 0, 0, 4}));
}

} // namespace
} // namespace vkmorph::test
