// Objects with std::vectors inside that are no members by their name: an error for each use.
// RUN: not %import %s 2>&1 | FileCheck %s

#include <vector>

struct Image {
  int width = 0;
  std::vector<float> data;

  float read(int i) const { return data[i]; }
  Image shifted() const { return *this; }
};

float sum(Image image, int i) { return image.read(i); }
float first(const Image *image) { return image->data[0]; }

class C {
public:
  virtual ~C() {}
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: errors-object-parts.cpp:[[@LINE+2]]:7: error: this uses an object of 'Image', which holds std::vectors, other than as a member by its name [vkm1154]
      // CHECK: note: make it a plain member of the class, reach its members and methods, and pass it to functions by reference
      Image local;
      // CHECK: errors-object-parts.cpp:[[@LINE+1]]:7: error: this uses an object of 'Image', {{.*}} [vkm1154]
      Image copy = m_image;
      // CHECK: errors-object-parts.cpp:[[@LINE+1]]:18: error: this uses an object of 'Image', {{.*}} [vkm1154]
      a[i] = sum(m_image, i);
      // CHECK: errors-object-parts.cpp:[[@LINE+1]]:26: error: this uses an object of 'Image', {{.*}} [vkm1154]
      const Image &one = i > 3 ? m_image : m_other;
      // CHECK: errors-object-parts.cpp:[[@LINE+1]]:7: error: this uses an object of 'Image', {{.*}} [vkm1154]
      m_image = m_other;
      // CHECK: errors-object-parts.cpp:[[@LINE-22]]:9: error: this uses an object of 'Image', {{.*}} [vkm1154]
      a[i] = m_image.shifted().width;
      // CHECK: errors-object-parts.cpp:[[@LINE-20]]:13: error: this uses an object of 'Image', {{.*}} [vkm1154]
      a[i] = first(&m_image);
    }
  }
  virtual void run(float *a, int n) {
    kernel1D_k(a, n);
  }

  Image m_image, m_other;

  // CHECK: errors-object-parts.cpp:[[@LINE+3]]:9: error: 'weights' is an array in the caller's object that 'lend' is given [vkm1155]
  // CHECK: note: make it a std::array or a std::vector
  struct Weighted {
    int weights[3];
    std::vector<float> data;
  };
  virtual void lend(Weighted &object) { kernel1D_lent(object); }
  void kernel1D_lent(Weighted &object) {
    for (unsigned i = 0; i < object.data.size(); i++)
      object.data[i] *= object.weights[0];
  }
};
