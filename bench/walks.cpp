// The class is all in its header.
#include "walks.h"
