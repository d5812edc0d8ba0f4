// Whether the order of two commands matters, and which shaders run shares of one grid.
#include "accesses.h"
#include "shaders.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace vkmorph::check {
namespace {

/// A handle that is only compared.
VkBuffer handle(uintptr_t number) {
  return reinterpret_cast<VkBuffer>(number); // NOLINT(performance-no-int-to-ptr)
}

constexpr VkDeviceSize kPart = 64;

std::vector<Access> reads(VkDeviceSize offset = 0) {
  return {{handle(1), offset, kPart, /*isWritten=*/false}};
}

std::vector<Access> writes(VkDeviceSize offset = 0, const std::set<unsigned> *shares = nullptr) {
  Access access = {handle(1), offset, kPart, /*isWritten=*/true};
  access.shares = shares;
  return {access};
}

TEST(Conflict, WritesOfOnePlace) {
  EXPECT_FALSE(conflict(reads(), reads()));
  EXPECT_TRUE(conflict(reads(), writes()));
  EXPECT_TRUE(conflict(writes(), writes()));
  EXPECT_FALSE(conflict(writes(), {}));
}

TEST(Conflict, WhereBuffersOverlap) {
  EXPECT_TRUE(conflict(writes(), writes(kPart - 4)));
  EXPECT_FALSE(conflict(writes(), writes(kPart)));
  EXPECT_TRUE(conflict({{handle(1), 0, VK_WHOLE_SIZE, true}}, reads(2 * kPart)));
  EXPECT_FALSE(conflict({{handle(2), 0, VK_WHOLE_SIZE, true}}, reads()));
}

/// What shares of one grid write are different elements; what one reads, another may have written.
TEST(Conflict, SharesOfOneGrid) {
  const std::set<unsigned> first = {0, 3}, second = {3}, other = {1};
  EXPECT_FALSE(conflict(writes(0, &first), writes(0, &second)));
  EXPECT_TRUE(conflict(writes(0, &first), writes(0, &other)));
  EXPECT_TRUE(conflict(writes(0, &first), writes()));
  std::vector<Access> share = reads();
  share.front().shares = &first;
  EXPECT_TRUE(conflict(share, writes(0, &second)));
}

TEST(Shares, OfAnInterface) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "vkmorph-shares";
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string &name, const std::string &bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
  };
  // Shaders of four words; the third is in no grid.
  for (const char *name : {"a", "b", "c"})
    write(std::string(name) + ".spv", std::string(16, *name));
  write("vkmorph.json", R"({"kernels": [{"name": "kernel1D_Paint", "shaders": [
    {"file": "a.comp", "shareOf": "counts"}, {"file": "b.comp", "shareOf": "counts"}, {"file": "c.comp"}],
    "bindings": [{"kind": "parameter", "binding": 0}, {"kind": "classData", "binding": 1},
                 {"kind": "vector", "binding": 2}]}]})");
  readShares((folder / "vkmorph.json").string());
  const auto find = [](char word) {
    const uint32_t value = 0x01010101U * uint32_t(word);
    const std::vector<uint32_t> words(4, value);
    return findShares(words.data(), words.size());
  };
  ASSERT_NE(find('a'), nullptr);
  ASSERT_NE(find('b'), nullptr);
  EXPECT_EQ(find('c'), nullptr);
  EXPECT_EQ(find('a')->grids, find('b')->grids);
  EXPECT_EQ(find('a')->bindings, (std::set<uint32_t>{0, 2}));
  std::filesystem::remove_all(folder);
  EXPECT_THROW(readShares((folder / "vkmorph.json").string()), std::runtime_error);
}

} // namespace
} // namespace vkmorph::check
