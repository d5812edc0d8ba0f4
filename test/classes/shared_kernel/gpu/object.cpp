// The class that vkmorph generated from it.
#include "object.h"

#include "Ledger_generated.h"
#include "shared_context.h"

std::unique_ptr<bank::Ledger> MakeObject()
{
    auto object = std::make_unique<bank::Ledger_Generated>();
    object->InitVulkanObjects(SharedContext<bank::Ledger_Generated>());
    return object;
}
