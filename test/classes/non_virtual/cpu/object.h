// Which class the driver uses: the class itself.
#pragma once

#include "volume.h"

using Object = Volume;
