// Origin: written as a user would, before its first translation.
// A camera by value: nested structs and an array in it, built by the control function.
// RUN: %check %s --class Projector --size w=1,19 --size h=1,7 -- -std=c++17

struct Point {
  float x, y, z;
};

struct Camera {
  Point eye;
  Point axis[3]; // right, up, forward
  float focus;
  int width, height;
};

class Projector {
public:
  virtual ~Projector() = default;

  virtual void Depths([[vkmorph::size("w * h")]] float *depth, int w, int h, float zoom) {
    Camera camera = {};
    camera.eye = {0.25f, -0.5f, 3.0f};
    camera.axis[0] = {1.0f, 0.0f, 0.0f};
    camera.axis[1] = {0.0f, 1.0f, 0.0f};
    camera.axis[2] = {0.0f, 0.25f, -1.0f};
    camera.focus = 1.0f + zoom * zoom;
    camera.width = w;
    camera.height = h;
    kernel2D_Depths(depth, camera);
  }

  virtual void Mirrored([[vkmorph::size("w * h")]] float *depth, int w, int h, Camera camera) {
    camera.width = w;
    camera.height = h;
    camera.axis[0].x = -camera.axis[0].x;
    kernel2D_Depths(depth, camera);
  }

protected:
  static Point direction(const Camera &camera, int x, int y) {
    float u = (2 * x + 1 - camera.width) / float(camera.width);
    float v = (2 * y + 1 - camera.height) / float(camera.height);
    Point d;
    d.x = u * camera.axis[0].x + v * camera.axis[1].x + camera.focus * camera.axis[2].x;
    d.y = u * camera.axis[0].y + v * camera.axis[1].y + camera.focus * camera.axis[2].y;
    d.z = u * camera.axis[0].z + v * camera.axis[1].z + camera.focus * camera.axis[2].z;
    return d;
  }

  void kernel2D_Depths(float *depth, Camera camera) {
    for (int y = 0; y < camera.height; ++y)
      for (int x = 0; x < camera.width; ++x) {
        Point d = direction(camera, x, y);
        // The plane z = -4.
        float slope = d.z < -0.125f ? d.z : -0.125f;
        depth[y * camera.width + x] = (-4.0f - camera.eye.z) / slope + d.x * d.y + camera.eye.x;
      }
  }
};
