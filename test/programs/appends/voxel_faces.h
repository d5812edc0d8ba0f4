#pragma once
#include <cstdint>
#include <vector>

// The faces between full and empty voxels of a volume: up to six of each voxel.
class VoxelFaces {
public:
  // With padding behind the axis.
  struct Face {
    int x, y, z;
    int8_t axis;
    float area;
  };

  explicit VoxelFaces(float size = 0.5f) : m_size(size) {}
  virtual ~VoxelFaces() = default;

  virtual int Extract(const uint32_t *voxels, int nx, int ny, int nz);
  float Area() const { return m_area; }

protected:
  bool IsFull(const uint32_t *voxels, int x, int y, int z, int nx, int ny, int nz) const;
  void kernel3D_Faces(const uint32_t *voxels, int nx, int ny, int nz);
  void kernel1D_Measure();

  float m_size;
  float m_area = 0.0f;
  int m_perAxis[3] = {0, 0, 0};
  std::vector<Face> faces_;
  std::vector<int> m_corners;
};
