// Origin: written with the part of the compiler that it tests.
// Windows of a radius that may be negative, blocks of a coarser grid, subscripts that go around: how long the arrays are follows from all of it.
// RUN: vkmorph %s --class EdgeWindows -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN --allow-empty
// RUN: %check %s --class EdgeWindows --arg radius=-1 --size width=0,1,9 --size height=1,13 --arg dx=-20..20 --arg dy=-20..20 --size across=2 --size down=3 -- -std=c++17
// RUN: %check %s --class EdgeWindows --arg radius=2 --size width=0,1,9 --size height=1,13 --arg dx=-20..20 --arg dy=-20..20 --size across=3 --size down=4 -- -std=c++17
// WARN-NOT: no extent
#include "edge_windows.h"
#include <algorithm>

void EdgeWindows::kernel2D_Dilate(const float* in, float* out, int width, int height)
{
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
        {
            float largest = 0.0f;
            for (int y = std::max(row - m_radius, 0); y <= std::min(row + m_radius, height - 1); ++y)
                for (int x = std::max(column - m_radius, 0); x < std::min(column + m_radius + 1, width); ++x)
                    largest = std::max(largest, in[y * width + x]);
            out[row * width + column] = largest;
        }
}

void EdgeWindows::kernel2D_Disc(const glm::vec2* in, glm::vec2* out, int width, int height)
{
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
        {
            glm::vec2 sum(0.0f);
            int count = 0;
            for (int dy = -m_radius; dy <= m_radius; ++dy)
            {
                const int y = row + dy;
                if (y < 0 || y >= height)
                    continue;
                for (int dx = -m_radius; dx <= m_radius; ++dx)
                {
                    const int x = column + dx;
                    if (x >= 0 && x < width)
                    {
                        sum += in[y * width + x];
                        ++count;
                    }
                }
            }
            out[row * width + column] = sum / float(std::max(count, 1));
        }
}

void EdgeWindows::kernel2D_Spread(const float* in, float* out, unsigned width, unsigned height)
{
    for (unsigned row = 0; row < height; ++row)
        for (unsigned column = 0; column < width; ++column)
        {
            const unsigned above = (row + height - 1) % height, below = (row + 1) % height;
            const unsigned left = (column + width - 1) % width, right = (column + 1) % width;
            out[row * width + column] = 0.25f * (in[above * width + left] + in[above * width + right] +
                                                 in[below * width + left] + in[below * width + right]);
        }
}

void EdgeWindows::kernel2D_Scroll(const float* in, float* out, int width, int height, int dx, int dy)
{
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
        {
            const int y = ((row - dy) % height + height) % height;
            const int x = ((column - dx) % width + width) % width;
            out[row * width + column] = in[y * width + x];
        }
}

void EdgeWindows::kernel2D_Sum(const float* in, int width, int height, int across, int down)
{
    for (int row = 0; row < down; ++row)
        for (int column = 0; column < across; ++column)
        {
            float sum = 0.0f;
            for (int y = row * Block; y < std::min((row + 1) * Block, height); ++y)
                for (int x = column * Block; x < std::min((column + 1) * Block, width); ++x)
                    sum += in[y * width + x];
            m_sums[row * across + column] = sum;
        }
}

void EdgeWindows::kernel2D_Add(const float* in, float* out, int width, int height, int across)
{
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
            out[row * width + column] = in[row * width + column] + m_sums[row / Block * across + column / Block];
}

void EdgeWindows::Dilate(const float* in, float* out, int width, int height)
{
    kernel2D_Dilate(in, out, width, height);
}

void EdgeWindows::Disc(const glm::vec2* in, glm::vec2* out, int width, int height)
{
    kernel2D_Disc(in, out, width, height);
}

void EdgeWindows::Spread(const float* in, float* out, unsigned width, unsigned height)
{
    kernel2D_Spread(in, out, width, height);
}

void EdgeWindows::Scroll(const float* in, float* out, int width, int height, int dx, int dy)
{
    kernel2D_Scroll(in, out, width, height, dx, dy);
}

void EdgeWindows::Blocks(const float* in, float* out, int width, int height, int across, int down)
{
    kernel2D_Sum(in, width, height, across, down);
    kernel2D_Add(in, out, width, height, across);
}
