// Two galaxies, and what they look like.
#pragma once

#include <vector>

#include "gravity.h"
#include "main_pictures.h"

/// Two discs of stars around heavy middles, each with half of the stars, on their way to each
/// other.
std::vector<astro::Star> MakeGalaxies(int count, unsigned seed);

/// A view from above, one galaxy in yellow and one in blue.
Picture Photograph(const std::vector<astro::Star> &stars, int width, int height);
