// Everything that a generated class includes of the vkmorph runtime.
#pragma once

#include "vkmorph/bits.h"
#include "vkmorph/copy_engine.h"
#include "vkmorph/device.h"
#include "vkmorph/drop_in.h"
#include "vkmorph/error.h"
#include "vkmorph/loops.h"
#include "vkmorph/members.h"
#include "vkmorph/memory.h"
#include "vkmorph/object.h"
#include "vkmorph/requirements.h"
#include "vkmorph/stages.h"
#include "vkmorph/textures.h"
#include "vkmorph/vectors.h"
#include "vkmorph/version.h"
