// Heat that spreads in a block, and numbers about the block.
#include "driver_support.h"
#include "object.h"

static void Print(const char *title, const Object &volume)
{
  driver::Print("volume", title);
  driver::Print("lowest_int", volume.lowest_int());
  driver::Print("highest_int", volume.highest_int());
  driver::Print("mean_int", volume.mean_int());
  driver::Print("above", volume.above());
  driver::Print("lowest", volume.lowest());
  driver::Print("highest", volume.highest());
  driver::Print("mass", volume.mass());
  driver::Print("steps", volume.steps());
}

static void Check(int nx, int ny, int nz)
{
  Object hot;
  Object cold;
  const size_t count = size_t(nx) * size_t(ny) * size_t(nz);

  std::vector<float> field = driver::Floats(count, 250.0f, 400.0f, 81);
  std::vector<float> next = field;
  hot.diffuse(field.data(), next.data(), nx, ny, nz, 0.125f);
  cold.diffuse(next.data(), field.data(), nx, ny, nz, 0.0625f);
  hot.diffuse(field.data(), next.data(), nx, ny, nz, 0.125f);
  driver::PrintArray("next", next);

  std::vector<float> mapped(count, -1.0f);
  cold.normalize(next.data(), mapped.data(), nx, ny, nz);
  driver::PrintArray("mapped", mapped);
  const std::vector<float> same(count, 1.5f);
  hot.normalize(same.data(), mapped.data(), nx, ny, nz);
  driver::PrintArray("mapped, all the same", mapped);
  Print("hot", hot);
  Print("cold", cold);

  const std::vector<int> grains = driver::Ints(count, -90, 100, 82);
  driver::Print("above 20", hot.count_above(grains.data(), 20, nx, ny, nz));
  driver::Print("above -95", cold.count_above(grains.data(), -95, nx, ny, nz));
  driver::Print("above 99", cold.count_above(grains.data(), 99, nx, ny, nz));
  Print("hot", hot);
  Print("cold", cold);

  std::vector<int> sums(size_t(nx) * size_t(ny), 77);
  hot.project(grains.data(), sums.data(), nx, ny, nz);
  driver::PrintArray("sums", sums);
}

int main(int argc, char **argv)
{
  return driver::Run(argc, argv, 3,
                     {"0x0x0", "0x3x4", "5x0x2", "3x4x0", "1x1x1", "2x2x2", "1x5x7", "7x1x5",
                      "5x7x1", "3x3x3", "8x8x4", "16x16x16", "17x15x13", "255x3x3", "64x33x48"},
                     [](driver::Shape shape) { Check(int(shape.x), int(shape.y), int(shape.z)); });
}
