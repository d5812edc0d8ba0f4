// Objects that know the object of the class: its members are those of the class, and the host checks where the pointers lead.
// RUN: vkmorph-translate --import-cpp %s --class Scene -- -std=c++17 | FileCheck %s
// RUN: not %import %s --class Errors 2>&1 | FileCheck --check-prefix=ERROR %s

// A pointer is named by its class, a reference by its offset as well; a base's stands in what derives from it.
// CHECK: vkm.object_class @Mirror {{.*}} owners {{\[\[}}"Mirror", "m_scene"], ["Owned", "m_host", "Host", "8"]]
// CHECK-NEXT: vkm.object_class @Glass {{.*}} owners {{\[\[}}"Owned", "m_host", "Host", "8"]]
// What nobody uses is not checked.
// CHECK-NEXT: vkm.object_class @Paint cpp "Paint" in "owners.cpp" parts []{{$}}
// CHECK: vkm.class @Scene
// CHECK: vkm.func @Mirror_shade(
// CHECK-NEXT: vkm.vector_data @m_sky
// CHECK: vkm.field_ref @gain
// The object is no parameter.
// CHECK: vkm.func @Glass_shade(%self: {{[^,]*}}, %i: {{[^,]*}}) -> f32
// CHECK: vkm.call @weigh(%i)

#include <memory>
#include <vector>

class Scene;
struct Host {
  float gain = 0.5f;
};
struct Material {
  virtual ~Material() = default;
  virtual float shade(const Scene &scene, int i) const = 0;
};
struct Owned : Material {
  explicit Owned(Host &host) : m_host(host) {}
  Host &host() const { return m_host; }
  Host &m_host;
};
struct Mirror : Owned {
  Mirror(Host &host, Scene *scene) : Owned(host), m_scene(scene) {}
  float shade(const Scene &, int i) const override;
  Scene *m_scene;
};
struct Glass : Owned {
  using Owned::Owned;
  float shade(const Scene &scene, int i) const override;
};
struct Paint : Material {
  float shade(const Scene &, int) const override { return 1.0f; }
  Scene *m_nobody = nullptr;
};

class Scene : public Host {
public:
  virtual ~Scene() = default;
  void kernel1D_paint(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_materials[i % 3]->shade(*this, i);
  }
  virtual void paint(float *a, int n) { kernel1D_paint(a, n); }
  float weigh(int i) const { return m_sky[i & 7]; }
  std::vector<std::unique_ptr<Material>> m_materials;
  std::vector<float> m_sky;
};

inline float Mirror::shade(const Scene &, int i) const {
  return m_scene->m_sky[i & 7] * host().gain;
}
inline float Glass::shade(const Scene &scene, int i) const {
  const Scene &same = scene;
  return same.weigh(i) * m_host.gain;
}

class Errors;
struct Part {
  virtual ~Part() = default;
  virtual float weigh(const Errors &whole) const { return 0.0f; }
};
struct Heavy : Part {
  float weigh(const Errors &whole) const override;
  Errors *whole = nullptr;
  const Part *other = nullptr;
};

class Errors {
public:
  virtual ~Errors() = default;
  float gain() const { return m_gain; }
  void kernel1D_go(float *a, int n) {
    for (int i = 0; i < n; i++) {
      // ERROR: owners.cpp:{{[0-9]+}}:74: error: member 'other' of objects reached through 'Part' has a type that the device cannot hold [vkm1130]
      a[i] = m_parts[i & 1]->weigh(*this);
      // ERROR: owners.cpp:[[@LINE+2]]:37: error: a function is given another object of the translated class than 'this' [vkm1415]
      // ERROR: note: pass *this, or what the function needs of the other object
      a[i] += m_parts[i & 1]->weigh(*m_peer);
      // ERROR: owners.cpp:[[@LINE+1]]:15: error: method 'gain' is called on another object than 'this' [vkm1407]
      a[i] += m_peer->gain();
    }
  }
  virtual void go(float *a, int n) { kernel1D_go(a, n); }
  std::vector<std::unique_ptr<Part>> m_parts;
  Errors *m_peer = nullptr;
  float m_gain = 1.0f;
};
inline float Heavy::weigh(const Errors &) const { return whole->m_gain + other->weigh(*whole); }
