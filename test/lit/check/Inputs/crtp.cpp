// The source of crtp.h: the class has its functions there.
#include "crtp.h"
