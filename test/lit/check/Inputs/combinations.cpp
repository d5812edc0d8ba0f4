#include "combinations.h"
