// Retouches noise in all ways, on two objects in turns.
#include "driver_support.h"
#include "object.h"

using imaging::Retouch;

static void Check(uint32_t width, uint32_t height) {
  std::unique_ptr<Retouch> a = MakeObject();
  std::unique_ptr<Retouch> b = MakeObject();
  const size_t count = size_t(width) * height;
  const std::vector<uint32_t> first = driver::Words(count, 61);
  const std::vector<uint32_t> second = driver::Words(count, 62);
  std::vector<uint32_t> dst(count, 7);

  a->AdjustLevels(first.data(), dst.data(), width, height);
  driver::PrintArray("levels, as they are", dst);
  a->SetGainAndBias(1.25f, -20.0f);
  b->SetGainAndBias(-1.0f, 255.0f);
  a->AdjustLevels(first.data(), dst.data(), width, height);
  driver::PrintArray("levels, more contrast", dst);
  b->AdjustLevels(first.data(), dst.data(), width, height);
  driver::PrintArray("levels, negative", dst);

  a->Blend(first.data(), second.data(), dst.data(), width, height, 0.3f);
  driver::PrintArray("blend 0.3", dst);
  a->Blend(first.data(), second.data(), dst.data(), width, height, 0.875f);
  driver::PrintArray("blend 0.875", dst);
  b->InvertColours(dst.data(), width, height);
  driver::PrintArray("inverted", dst);
  b->InvertColours(dst.data(), width, height / 2);
  driver::PrintArray("upper half inverted back", dst);

  std::vector<uint32_t> turned(count, 8);
  a->Turn(first.data(), turned.data(), int(width), int(height));
  driver::PrintArray("turned", turned);
  a->Turn(turned.data(), dst.data(), int(height), int(width));
  driver::PrintArray("turned twice", dst);

  std::vector<uint32_t> table(256);
  for (uint32_t i = 0; i < 256; ++i)
    table[i] = (i * i) >> 8;
  b->Recolour(second.data(), table.data(), dst.data(), width, height);
  driver::PrintArray("recoloured", dst);

  const std::vector<float> grey = driver::Floats(count, -1.0f, 1.0f, 63);
  std::vector<float> edges(count, 0.5f);
  a->FindEdges(grey.data(), edges.data(), int(width), int(height));
  driver::PrintArray("edges", edges);
  std::vector<float> soft(count, 0.25f);
  b->Soften(grey.data(), soft.data(), int(width), int(height));
  driver::PrintArray("soft", soft);
  b->Soften(edges.data(), soft.data(), int(width), int(height));
  driver::PrintArray("soft edges", soft);

  std::vector<int> target(count, -9);
  a->DrawTarget(target.data(), width, height);
  driver::PrintArray("target", target);
}

int main(int argc, char **argv) {
  return driver::Run(argc, argv, 2,
                     {"0x0", "0x7", "7x0", "1x1", "1x13", "13x1", "2x2", "3x3", "16x16", "17x15",
                      "256x1", "8x257", "640x41", "333x333"},
                     [](driver::Shape shape) { Check(shape.x, shape.y); });
}
