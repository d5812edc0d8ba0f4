// Arrays of variants, and of structs with variants inside, that callers give: the class says what records buffers have of
// elements, calls with host arrays pack them, and take apart what kernels have changed.
// RUN: rm -rf %t && vkmorph %s --class Fleet -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HEADER < %t/variant-arrays_generated.h
// RUN: FileCheck %s --check-prefix=SOURCE < %t/variant-arrays_generated.cpp
// RUN: FileCheck %s --check-prefix=JSON < %t/vkmorph.json
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/variant-arrays_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/variant-arrays_generated.cpp
// HEADER: #include <vkmorph/objects.h>
// HEADER: // What buffers have of elements with std::variants: Pack fills them, Unpack takes results out of
// HEADER-DAG: using VehicleRecords = vkmorph::ArrayRecords<std::variant<traffic::Bus, traffic::Tram>, 24,
// HEADER-DAG: using TripRecords = vkmorph::ArrayRecords<
// HEADER-DAG: vkmorph::PackedPart<&traffic::Trip::vehicle, 0, 24, vkmorph::Alternatives<8, 0>>,
// HEADER-DAG: vkmorph::PackedPart<&traffic::Trip::others, 24, 12, vkmorph::Alternatives<4, 8>>,
// HEADER-DAG: vkmorph::ObjectPart<&traffic::Trip::stops, 48>>>;
// HEADER-DAG: using VehicleArrayRecords ={{$}}
// HEADER-DAG: vkmorph::ArrayRecords<std::remove_cv_t<std::remove_pointer_t<const traffic::Vehicle (*)[3]>>,
// HEADER-NOT: Records =
// HEADER: void SetInOutFor_
#include <variant>
#include <vector>

namespace traffic {
struct Bus {
  int seats;
  double fuel;
};
struct Tram {};
struct Car {
  Car(float fuel) : fuel(fuel) {}
  float fuel;
};
using Vehicle = std::variant<Bus, Tram>;
struct Trip {
  Vehicle vehicle;
  std::variant<Car, int> others[2];
  short stops;
};
struct Depot {
  std::vector<Vehicle> vehicles;
};
} // namespace traffic

class Fleet {
public:
  virtual ~Fleet() = default;
  // SOURCE-DAG: call.InOut<TripRecords>("trips", trips,
  // SOURCE-DAG: call.In<VehicleRecords>("first", first,
  // SOURCE-DAG: call.In<VehicleArrayRecords>("rows", rows,
  // JSON: "name": "trips"
  // JSON: "records": "TripRecords"
  virtual void Drive(traffic::Trip *trips, const traffic::Vehicle *first, const traffic::Vehicle (*rows)[3], int n) {
    kernel1D_Drive(trips, first, rows, n);
  }
  // SOURCE-DAG: call.InOut<VehicleRecords>("depot_vehicles", depot_vehicles,
  virtual void Park(traffic::Depot &depot, int n) { kernel1D_Park(depot, n); }

protected:
  void kernel1D_Drive(traffic::Trip *trips, const traffic::Vehicle *first, const traffic::Vehicle (*rows)[3], int n) {
    for (int i = 0; i < n; i++) {
      trips[i].stops += short(first[i].index() + rows[i][1].index());
      if (trips[i].others[1].index() == 1)
        trips[i].vehicle = traffic::Tram{};
    }
  }
  void kernel1D_Park(traffic::Depot &depot, int n) {
    for (int i = 0; i < n; i++)
      if (auto *bus = std::get_if<traffic::Bus>(&depot.vehicles[i]))
        bus->fuel = 1.0;
  }
};
