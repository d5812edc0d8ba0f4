// Calls the class of interface.cpp as its users do: what the base accepts, the generated class accepts.
#include "interface_generated.h"

#include <type_traits>

float use(one::Class_Generated &object, one::Class &base, const float *in, const double *doubles) {
  object.Partly(in, 4);
  object.Partly(doubles, 4);
  static_assert(std::is_same_v<decltype(object.Partly(1)), int>, "stays visible");
  static_assert(std::is_same_v<decltype(object.PartlyPrivate(1)), int>, "stays visible");
  static_assert(std::is_same_v<decltype(object.PartlyPrivate(in, 1)), void>, "stays visible");
  auto mode = base.GiveHidden(in, 4);
  mode = object.GiveHidden(in, 4);
  mode = object.PartlyPrivate(1.0f, mode);
  object.TakeHidden(nullptr, 0, mode);
  object.Unknown(in, 4, 1, 2);
  return object.Defaults(in) + object.Defaults(in, 2, 1) + object.Partly(object.PartlyPrivate()) +
         object.PartlyPrivate(2);
}
