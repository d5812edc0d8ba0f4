// A picture with bright lights that is made up.
#pragma once

#include "main_pictures.h"

/// Houses at night behind water.
HdrPicture MakeCity(int width, int height);
