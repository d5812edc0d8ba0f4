// Checks signals without and with gaps, from a number and from none.
#include "driver_support.h"
#include "object.h"

static void PrintExtremes(const char *title, const SignalCheck &check) {
  driver::Print("signal", title);
  driver::Print("lowest", check.lowest());
  driver::Print("highest", check.highest());
  driver::Print("chosen", check.chosen());
  driver::Print("number", check.number());
  driver::Print("bounded", check.bounded());
  driver::Print("kept", check.kept());
  driver::Print("widest", float(check.widest()));
}

static void Check(uint32_t n) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> whole = driver::Floats(n, -100.0f, 100.0f, 31);
  std::vector<float> gaps = whole;
  for (size_t i = 0; i < gaps.size(); i += 3)
    gaps[i] = nan;
  if (n > 7)
    gaps[7] = infinity;
  std::vector<float> nothing(n, nan);
  std::vector<float> unending(n, -infinity);

  for (float start : {0.0f, 1000.0f, nan, infinity}) {
    std::unique_ptr<SignalCheck> check = MakeObject(start);
    auto find = [&](const char *title, const std::vector<float> &signal) {
      check->FindExtremes(signal.data(), int(signal.size()));
      PrintExtremes(title, *check);
    };
    find("whole", whole);
    find("with gaps", gaps);
    find("nothing", nothing);
    find("unending", unending);
  }

  std::unique_ptr<SignalCheck> check = MakeObject(0.0f);
  std::vector<float> compared(size_t(n) * SignalCheck::kResults);
  check->CompareTwo(gaps.data(), compared.data(), int(n));
  driver::PrintArray("compared", compared);

  std::vector<float> filtered(size_t(n) * SignalCheck::kFilters);
  std::vector<double> precise(size_t(n) * 2);
  check->Filter(whole.data(), filtered.data(), precise.data(), int(n));
  driver::PrintArray("filtered", filtered);
  // What a float does not show of a double.
  std::vector<float> rest;
  for (double value : precise) {
    rest.push_back(float(value));
    rest.push_back(float((value - double(float(value))) * 1e12));
  }
  driver::PrintArray("precise", rest);
}

int main(int argc, char **argv) {
  return driver::Run(argc, argv, 1, {"0", "1", "2", "64", "257", "4099"},
                     [](driver::Shape shape) { Check(shape.x); });
}
