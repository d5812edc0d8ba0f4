// A picture that is made up.
#pragma once

#include "main_pictures.h"

/// A meadow with poppies under a sky.
Picture MakeMeadow(int width, int height);
