#pragma once
#include <glm/glm.hpp>

/// Filters of pictures with and without edges. None of the arrays has its length stated.
class EdgeWindows
{
public:
    explicit EdgeWindows(int radius) : m_radius(radius) {}
    virtual ~EdgeWindows() = default;

    /// The largest neighbour up to m_radius away; 0 where that is negative.
    virtual void Dilate(const float* in, float* out, int width, int height);
    /// The mean of those within a circle.
    virtual void Disc(const glm::vec2* in, glm::vec2* out, int width, int height);
    /// What spreads to the four neighbours of a picture whose edges meet.
    virtual void Spread(const float* in, float* out, unsigned width, unsigned height);
    /// The picture moved by any distance, what leaves it comes back on the other side.
    virtual void Scroll(const float* in, float* out, int width, int height, int dx, int dy);
    /// The sums of blocks, added to each of their pixels.
    virtual void Blocks(const float* in, float* out, int width, int height, int across, int down);

protected:
    void kernel2D_Dilate(const float* in, float* out, int width, int height);
    void kernel2D_Disc(const glm::vec2* in, glm::vec2* out, int width, int height);
    void kernel2D_Spread(const float* in, float* out, unsigned width, unsigned height);
    void kernel2D_Scroll(const float* in, float* out, int width, int height, int dx, int dy);
    void kernel2D_Sum(const float* in, int width, int height, int across, int down);
    void kernel2D_Add(const float* in, float* out, int width, int height, int across);

    static constexpr int Block = 4;
    int m_radius;
    float m_sums[16] = {};
};
