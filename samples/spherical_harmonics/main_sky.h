// An environment that is made up.
#pragma once

#include "main_pictures.h"

/// A map of all directions: evening sun, sky, and a meadow below.
HdrPicture MakeSky(int width, int height);

/// What a screen can show of it.
Picture Develop(const HdrPicture &hdr, double exposure);
