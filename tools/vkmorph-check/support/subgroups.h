// In which order a device in software runs the subgroups of a workgroup.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vkmorph::check {

/// Swaps the subgroups of all shaders that are made later, on a device whose subgroups have so many
/// invocations; 0, as it is first: of none.
void setSwappedSubgroups(uint32_t size);
uint32_t swappedSubgroups();

/// Whether a shader has a barrier that its workgroups wait at.
bool hasWorkgroupBarrier(const uint32_t *words, size_t count);

/// A compute shader in which the invocations of neighbouring subgroups have changed places: 0 and
/// 1, 2 and 3. What a barrier orders is computed alike; a device that runs subgroups one after
/// another no longer hides that a barrier is missing. As it was where workgroups have no even
/// number of full subgroups, or the shader has more than one entry point.
std::vector<uint32_t> withSwappedSubgroups(const uint32_t *words, size_t count, uint32_t size);

} // namespace vkmorph::check
