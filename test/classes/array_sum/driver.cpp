// Sums numbers of both kinds; the class is the one of the sample.
#include "driver_support.h"
#include "object.h"

using linalg::Numbers;

static void PrintNumbers(const char *title, const Numbers &numbers) {
  driver::Print("numbers", title);
  driver::Print("summ", numbers.Summ());
  driver::Print("positives", numbers.Positives());
  driver::Print("average", numbers.Average());
  driver::Print("summf", numbers.Summf());
  driver::Print("largestf", numbers.Largestf());
}

static void Check(uint32_t count) {
  std::unique_ptr<Numbers> a = MakeObject();
  std::unique_ptr<Numbers> b = MakeObject();

  // 16 million of them still have a sum that fits an int.
  const std::vector<int> ints = driver::Ints(count, -100, 100, 1);
  const std::vector<int> negative = driver::Ints(count, -100, -1, 2);
  // The sum of the positive ones is exact in whatever order: below 2^24 eighths, as they get rarer
  // where there are more than a million.
  std::vector<float> floats(count);
  driver::Random random(3);
  const uint32_t rarity = 1 + (count >> 20);
  for (uint32_t i = 0; i < count; ++i) {
    const float value = float(random.Int(-31, 31)) * 0.125f;
    floats[i] = value > 0.0f && i % rarity != 0 ? -value : value;
  }

  PrintNumbers("new", *a);
  a->CalcArraySumm(ints.data(), count);
  b->CalcArraySumm(negative.data(), count);
  PrintNumbers("a", *a);
  PrintNumbers("b, negative", *b);
  a->CalcArraySummf(floats.data(), count);
  a->CalcArraySummf(floats.data(), count);
  b->CalcArraySumm(ints.data(), count / 2);
  b->CalcArraySummf(floats.data(), count / 2);
  PrintNumbers("a, floats twice", *a);
  PrintNumbers("b, the first half", *b);
}

int main(int argc, char **argv) {
  return driver::Run(argc, argv, 1, {"0", "1", "63", "64", "255", "256", "257", "65535", "1000003"},
                     [](driver::Shape shape) { Check(shape.x); });
}
