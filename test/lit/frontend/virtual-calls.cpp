// Objects behind an interface: the record of all classes, the tables of overriders, and the calls.
// RUN: vkmorph-translate --import-cpp %s --class Scene -- -std=c++17 | FileCheck %s
#include <memory>
#include <string>
#include <vector>

// CHECK: vkm.record @"shapes::Shape" size 28 align 4 [#vkm.member<"type" : ui32 at 0>, #vkm.member<"scale" : f32 at 4>, #vkm.member<"Ball_radius" : f32 at 8>, #vkm.member<"Ball_m_center" : !vkm.array<2 x f32> at 12>, #vkm.member<"Square_half" : f32 at 20>, #vkm.member<"Tilted_angle" : f32 at 24>]
// CHECK-NEXT: vkm.hierarchy @"shapes::Shape_objects" record @"shapes::Shape" {
// CHECK-NEXT: vkm.object_class @Ball cpp "shapes::Ball" in "virtual-calls.cpp" parts {{\[\[}}"scale", "shapes::Shape", "scale"], ["Ball_radius", "shapes::Ball", "radius"], ["Ball_m_center", "shapes::Ball", "m_center"]]
// CHECK-NEXT: vkm.object_class @Square cpp "shapes::Square"
// CHECK-NEXT: vkm.object_class @Tilted cpp "shapes::Tilted" in "virtual-calls.cpp" parts {{\[\[}}"scale", "shapes::Shape", "scale"], ["Square_half", "shapes::Square", "half"], ["Tilted_angle", "shapes::Tilted", "angle"]]
// CHECK-NEXT: vkm.overriders @area [@Ball_area, @Square_area, @Tilted_area]
// CHECK-NEXT: vkm.overriders @edges [@Shape_edges, @Square_edges, @Square_edges]
// Of Square and what derives from it: an object of another class is none that the call meets.
// CHECK-NEXT: vkm.overriders @area_2 [@Square_area, @Square_area, @Tilted_area]
// CHECK-NEXT: }
// CHECK: vkm.func @Square_area(%self: !vkm.record<@"shapes::Shape"> {vkm.name = "self"}, %{{.*}}: f32
// CHECK: vkm.func @Tilted_area
// CHECK: vkm.call @Square_area(%self
// CHECK: vkm.field @m_shapes : !vkm.dynarray<!vkm.record<@"shapes::Shape">>
// CHECK-LABEL: vkm.kernel @kernel1D_Measure
// CHECK: vkm.virtual_call @"shapes::Shape_objects"::@area(%{{.*}}, %{{.*}}) : (!vkm.record<@"shapes::Shape">, f32) -> f32
// CHECK: %[[TYPE:.*]] = vkm.load %{{.*}} : <ui32>
// CHECK: %[[ISSET:.*]] = vkm.cmp ne %[[TYPE]], %{{.*}} : ui32
// CHECK: vkm.if %[[ISSET]]
// CHECK: vkm.virtual_call @"shapes::Shape_objects"::@edges(%{{.*}}) : (!vkm.record<@"shapes::Shape">) -> si32
// CHECK: vkm.virtual_call @"shapes::Shape_objects"::@area_2(

namespace shapes {
struct Shape {
  virtual ~Shape() = default;
  virtual float area(float) const = 0;
  virtual int edges() const { return 0; }
  float scale = 1.0f;
};
struct Ball : Shape {
  float radius = 2.0f;
  std::string name; // stays on the host
  float area(float pi) const override { return pi * radius * radius + m_center[0]; }

private:
  float m_center[2] = {};
};
struct Square : Shape {
  float half = 1.0f;
  float area(float) const override { return 4.0f * half * half; }
  int edges() const final { return 4; }
};
struct Tilted : Square {
  float angle = 0.5f;
  float area(float pi) const override { return Square::area(pi) * angle; }
};
// No object is of this class, which is abstract.
struct Open : Shape {
  virtual int ends() const = 0;
};
} // namespace shapes

class Scene {
public:
  virtual ~Scene() = default;
  virtual void Measure(float *out, int n) { kernel1D_Measure(out, n); }
  void kernel1D_Measure(float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = m_shapes[i % 3]->area(3.0f);
      const auto &shape = m_shapes[i % 2];
      if (shape)
        out[i] += float(shape->edges()) * shape->scale;
      out[i] += static_cast<const shapes::Square &>(*m_shapes[1]).area(1.0f);
    }
  }

private:
  std::vector<std::unique_ptr<shapes::Shape>> m_shapes;
};
