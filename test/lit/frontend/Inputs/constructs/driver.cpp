// Runs each kernel on the same numbers and prints all results.
#include "driver_support.h"
#include "object.h"
static void Check(size_t count) {
  auto object = MakeObject();
  const int n = int(count);
  const std::vector<int> in = driver::Ints(count, -2000, 2000, 5);
  std::vector<int> out(count);
  auto show = [&](const char *name) {
    for (size_t i = 0; i < count; i++)
      driver::Print(name, out[i]);
  };
  object->Statements(in.data(), out.data(), n);
  show("statements");
  object->Expressions(in.data(), out.data(), n);
  show("expressions");
  object->Small(in.data(), out.data(), n, true, 0x5a);
  show("small");
  object->Small(in.data(), out.data(), n, false, 0xff);
  show("small2");
  object->Wide(in.data(), out.data(), n, 123456789012345);
  show("wide");
  object->Functions(in.data(), out.data(), n);
  show("functions");
  std::vector<float> f(count);
  std::vector<cons::Vec> v(count);
  std::vector<double> d(count);
  object->Records(in.data(), f.data(), v.data(), n);
  for (size_t i = 0; i < count; i++) {
    driver::Print("record", f[i]);
    driver::Print("vx", v[i].x);
    driver::Print("vy", v[i].y);
  }
  object->Doubles(in.data(), d.data(), n);
  for (size_t i = 0; i < count; i++)
    driver::Print("double", float(d[i]));
}
int main(int argc, char **argv) {
  return driver::Run(argc, argv, 1, {"0", "1", "100", "3000"},
                     [](driver::Shape shape) { Check(shape.x); });
}
