// Steps while the vectors have one size, and says so when they do not.
#include "exchanged_sizes_generated.h"

#include <iostream>

#include <vkmorph/runtime.h>

int main() {
  const vkmorph::Context context = vkmorph::CreateContext(Turns_Generated::RequiredFeatures());
  const vkmorph::DeviceContext device = context;
  bool isFine = true;
  {
    Turns_Generated turns(100);
    turns.InitVulkanObjects(device);
    turns.Step(1.0f);
    turns.Step(2.0f);
    isFine = turns.Sum() == 400.0f;
    // The commands of the last call would be submitted again.
    turns.SetNext(40);
    try {
      turns.Step(1.0f);
      isFine = false;
    } catch (const vkmorph::Error &error) {
      std::cout << error.what() << "\n";
    }
    turns.SetNext(100);
    turns.Step(1.0f);
    isFine &= turns.Sum() == 500.0f;
  }
  std::cout << (isFine ? "all as expected" : "not so") << "\n";
  return isFine ? 0 : 1;
}
