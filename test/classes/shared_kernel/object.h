// How the driver gets its objects.
#pragma once

#include "Ledger.hpp"

#include <memory>

std::unique_ptr<bank::Ledger> MakeObject();
