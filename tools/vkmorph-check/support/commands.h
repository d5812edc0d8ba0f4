// Counts, reorders and drops the Vulkan commands that a program records.
//
// A program that links vkmorph_check_support calls its definitions of the Vulkan functions that
// record commands, which forward to the loader's. They are found where the program calls Vulkan by
// name; and through vkGetDeviceProcAddr and vkGetInstanceProcAddr, which are among them. Any call
// of a function below links them; libraries that call Vulkan themselves (layers, drivers, an
// engine's shared objects) keep the loader's functions.
#pragma once

#include <cstdint>
#include <optional>

namespace vkmorph::check {

/// What a program recorded, all command buffers together. A command buffer that is submitted more
/// than once has recorded its commands once.
struct CommandCounts {
  uint32_t barriers = 0;   ///< vkCmdPipelineBarrier and its second form, dropped ones included
  uint32_t dispatches = 0; ///< direct and indirect
  uint32_t copies = 0;     ///< copies between buffers, fills and updates; whatever their regions
  uint32_t binds = 0;      ///< vkCmdBindPipeline
  uint32_t pushes = 0;     ///< vkCmdPushConstants
  uint32_t descriptorSets = 0; ///< vkCmdBindDescriptorSets
  uint32_t dropped = 0;        ///< barriers that setDroppedBarrier kept from being recorded
  uint32_t mostBarriers = 0;   ///< the largest number of barriers that one command buffer has
  /// Dispatches and copies that no barrier of their command buffer orders before what the host
  /// does: where it reads what they wrote, a barrier is missing that no order of commands shows.
  uint32_t notBeforeHost = 0;
  /// Pairs of commands of one command buffer that no barrier orders although they use one part of a
  /// buffer and at least one of them may write it: a barrier is missing, or the two stay away from
  /// each other in a way that bindings do not show. Finds what no order of whole commands shows,
  /// such as updates of one place that commute.
  uint32_t conflicts = 0;
};

/// The counts since the last call, or since the program began.
CommandCounts takeCounts();

/// In which order commands reach the command buffer.
enum class Order {
  AsRecorded, ///< nothing is changed
  Reverse,    ///< the latest command that may come next comes next
  Shuffled    ///< a random one of those that may come next
};

/// Sets the order for the command buffers that are begun from now on. Those that are being recorded
/// or have been recorded keep theirs: a program that records once and submits again needs new
/// objects, or has to record again.
///
/// A command may come before one that was recorded earlier unless the barriers between them,
/// possibly several in a chain, make it wait: an execution dependency is all that counts, whether
/// the memory dependency is complete is the business of synchronisation validation. The recorded
/// barriers are replaced by one between each two commands that orders everything, so that each
/// order has one outcome: a barrier that is missing shows as a different result, not as a race that
/// may go well. Outside one command buffer nothing is reordered; what the host or another command
/// buffer relies on always holds.
///
/// Of dispatches that are the same in all (pipeline, sets, constants, size) and wait for nothing
/// that tells them apart, only one is made: they may all read before any of them writes. That two
/// dispatches need no barrier because they only change memory by atomic operations is not seen.
///
/// Each command buffer is shuffled in its own way: a program that begins them in the same order
/// gets the same orders from the same seed.
///
/// Dispatches, copies between buffers, fills and updates are reordered, with the pipeline, the
/// descriptor sets and the push constants that they were recorded with. An indirect dispatch is one
/// command: one that waits, but reads its arguments too early, is left to validation. Timestamps
/// and labels stay at their places in the sequence, whatever commands surround them then. Other
/// commands (images, queries, events, secondary command buffers, barriers of image layouts and
/// queue families) stay at their places, and nothing passes them; those of graphics queues and of
/// extensions are not known here and must not be recorded.
void setOrder(Order order, uint64_t seed = 0);

/// Drops the barrier with this number, counted from 0, of each command buffer that is begun from
/// now on; with nothing, none.
void setDroppedBarrier(std::optional<uint32_t> number);

} // namespace vkmorph::check
