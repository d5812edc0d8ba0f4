// Origin: written as a user would.
// Several push_backs in each iteration of three dimensions, some in loops, to two vectors; then sums over their sizes.
// RUN: %check %s --class VoxelFaces --config=%S/Inputs/voxel_faces.yaml -- -std=c++17
#include "voxel_faces.h"

bool VoxelFaces::IsFull(const uint32_t *voxels, int x, int y, int z, int nx, int ny, int nz) const {
  if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz)
    return false;
  return (voxels[(z * ny + y) * nx + x] & 1) != 0;
}

void VoxelFaces::kernel3D_Faces(const uint32_t *voxels, int nx, int ny, int nz) {
  faces_.clear();
  m_corners.clear();
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        if ((voxels[(z * ny + y) * nx + x] & 1) == 0)
          continue;
        for (int side = -1; side <= 1; side += 2) {
          if (!IsFull(voxels, x + side, y, z, nx, ny, nz))
            faces_.push_back(Face{x, y, z, 0, m_size * m_size});
          if (!IsFull(voxels, x, y + side, z, nx, ny, nz))
            faces_.push_back(Face{x, y, z, 1, m_size * m_size});
          if (!IsFull(voxels, x, y, z + side, nx, ny, nz))
            faces_.push_back(Face{x, y, z, 2, m_size * m_size});
        }
        if (x + y + z == 0 || (x % 3 == 2 && y % 2 == 1))
          m_corners.emplace_back((z * ny + y) * nx + x);
      }
}

void VoxelFaces::kernel1D_Measure() {
  m_area = 0.0f;
  for (int axis = 0; axis < 3; axis++)
    m_perAxis[axis] = 0;
  for (unsigned i = 0; i < faces_.size(); i++) {
    m_area += faces_[i].area;
    m_perAxis[faces_[i].axis]++;
  }
}

int VoxelFaces::Extract(const uint32_t *voxels, int nx, int ny, int nz) {
  kernel3D_Faces(voxels, nx, ny, nz);
  kernel1D_Measure();
  return int(faces_.size() + m_corners.size());
}
