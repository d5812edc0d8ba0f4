// Measures some recordings and prints all that the meters say.
#include "driver_support.h"
#include "object.h"

#include <cmath>

using audio::meters::LevelMeter;

static void PrintMeter(const char *title, const LevelMeter &meter) {
  driver::Print("meter", title);
  driver::Print("lowest", meter.LowestSample());
  driver::Print("highest", meter.HighestSample());
  driver::Print("rms", meter.Rms());
  driver::Print("clipped", meter.Clipped());
  driver::Print("crossings", meter.Crossings());
  driver::Print("verdict", meter.DescribeLoudness());
  driver::Print("peakPcm", meter.PeakPcm());
  driver::Print("loudnessPcm", meter.LoudnessPcm());
  driver::Print("checksumPcm", meter.ChecksumPcm());
  driver::Print("recordings", meter.Recordings());
  driver::Print("samplesSeen", meter.SamplesSeen());
}

static void Check(size_t count) {
  std::unique_ptr<LevelMeter> left = MakeObject();
  std::unique_ptr<LevelMeter> right = MakeObject();

  const std::vector<float> quiet = driver::Floats(count, -0.001f, 0.001f, 11);
  const std::vector<float> normal = driver::Floats(count, -0.7f, 0.6f, 12);
  const std::vector<float> loud = driver::Floats(count, -1.25f, 1.5f, 13);
  const std::vector<float> positive = driver::Floats(count, 0.25f, 0.5f, 14);
  const std::vector<int> pcm = driver::Ints(count, -32768, 32767, 15);
  const std::vector<int> soft = driver::Ints(count, -64, 200, 16);

  PrintMeter("nothing measured yet", *left);
  left->Measure(quiet.data(), count);
  right->Measure(loud.data(), count);
  PrintMeter("left, quiet", *left);
  PrintMeter("right, loud", *right);

  driver::Print("peak of the left", left->MeasurePcm(pcm.data(), count));
  driver::Print("peak of the right", right->MeasurePcm(soft.data(), count));
  left->Measure(normal.data(), count);
  left->Measure(normal.data(), count);
  right->Measure(positive.data(), count);
  PrintMeter("left, normal, twice", *left);
  PrintMeter("right, positive", *right);

  // Less than before: nothing of the longer recording may remain.
  right->Measure(loud.data(), count / 3);
  PrintMeter("right, a third", *right);
}

int main(int argc, char **argv) {
  return driver::Run(argc, argv, 1, {"0", "1", "63", "64", "255", "256", "257", "65535", "100003"},
                     [](driver::Shape shape) { Check(shape.x); });
}
