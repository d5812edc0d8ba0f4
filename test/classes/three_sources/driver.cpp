// Analyses, normalises and classifies clouds of points.
#include "driver_support.h"
#include "object.h"

using geo::Point;
using geo::PointCloud;

static std::vector<Point> MakePoints(uint32_t count, float lo, float hi, uint64_t seed) {
  driver::Random random(seed);
  std::vector<Point> points(count);
  for (Point &p : points) {
    p.x = random.Float(lo, hi);
    p.y = random.Float(lo, 2.0f * hi);
  }
  return points;
}

static void PrintPoint(const char *name, Point p) {
  driver::Print((std::string(name) + ".x").c_str(), p.x);
  driver::Print((std::string(name) + ".y").c_str(), p.y);
}

static void PrintCloud(const char *title, const PointCloud &cloud) {
  driver::Print("cloud", title);
  PrintPoint("lower", cloud.lower());
  PrintPoint("upper", cloud.upper());
  PrintPoint("centre", cloud.centre());
  driver::Print("width", cloud.width());
  driver::Print("height", cloud.height());
  driver::Print("meanDistance", cloud.meanDistance());
  driver::Print("scale", cloud.scale());
  driver::Print("regionSum", cloud.regionSum());
  driver::Print("analyses", cloud.analyses());
}

static void PrintPoints(const char *name, const std::vector<Point> &points) {
  std::vector<float> numbers;
  for (const Point &p : points) {
    numbers.push_back(p.x);
    numbers.push_back(p.y);
  }
  driver::PrintArray(name, numbers);
}

static void Check(uint32_t count) {
  std::unique_ptr<PointCloud> near = MakeObject();
  std::unique_ptr<PointCloud> far = MakeObject();
  const std::vector<Point> around = MakePoints(count, -2.0f, 3.0f, 31);
  const std::vector<Point> away = MakePoints(count, 10.0f, 25.0f, 32);
  std::vector<Point> normalised(count);
  std::vector<int> regions(count, -1);

  far->analyse(away.data(), count);
  PrintCloud("far, analysed", *far);

  driver::Print("in the core", near->classify(around.data(), regions.data(), count, 2.0f));
  driver::PrintArray("regions", regions);
  PrintCloud("near, classified only", *near);

  far->normalise(away.data(), normalised.data(), count);
  PrintPoints("normalised", normalised);
  PrintCloud("far, normalised", *far);

  // Points that are normalised fill the square already.
  near->normalise(away.data(), normalised.data(), count);
  const std::vector<Point> square = normalised;
  near->normalise(square.data(), normalised.data(), count);
  PrintPoints("normalised twice", normalised);
  driver::Print("in the core", near->classify(around.data(), regions.data(), count / 2, 4.0f));
  driver::PrintArray("regions", regions);
  PrintCloud("near, normalised twice", *near);
}

int main(int argc, char **argv) {
  return driver::Run(argc, argv, 1, {"0", "1", "63", "64", "255", "256", "257", "65535", "100003"},
                     [](driver::Shape shape) { Check(shape.x); });
}
