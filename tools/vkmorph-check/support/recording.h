// What one command buffer is being given, where its commands are reordered.
#pragma once

#include "accesses.h"
#include "command_order.h"
#include "commands.h"

#include <map>
#include <memory>
#include <random>
#include <string>

namespace vkmorph::check {

/// The pipeline, descriptor sets and push constants that a dispatch, or rays, run with, as the
/// calls that made them so.
class ComputeState {
public:
  /// A call that sets part of the state, and what it sets.
  struct Setting {
    enum Kind { Pipeline, Sets, Constants } kind;
    uint32_t first; ///< set or byte
    uint32_t count;
    VkPipelineLayout layout;
    VkShaderStageFlags stages;
    std::string values; ///< what is set, to be compared
    std::function<void(VkCommandBuffer)> record;
  };
  /// Adds a call; drops earlier ones that it makes void.
  void set(Setting setting);
  void record(VkCommandBuffer cmd) const;
  /// Equal for equal states.
  std::string key() const;

private:
  std::vector<std::shared_ptr<const Setting>> m_settings; ///< in the order of their recording
};

/// A command buffer between its begin and its end.
class Recording {
public:
  /// Starts afresh with the present settings.
  void begin(Order order, uint64_t seed, std::optional<uint32_t> droppedBarrier);

  /// For what is to be said about the whole command buffer, in any order.
  void noteCommand(VkPipelineStageFlags2 stages, std::vector<Access> accesses) {
    m_history.push_back({stages, 0, {}});
    m_accesses.push_back(std::move(accesses));
  }
  /// Whether commands of this bind point are understood.
  static bool isKnown(VkPipelineBindPoint point) {
    return point == VK_PIPELINE_BIND_POINT_COMPUTE ||
           point == VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR;
  }
  /// `arguments` are what it reads besides the buffers of its sets.
  void noteDispatch(VkPipelineBindPoint point, VkPipelineStageFlags2 stages,
                    const std::vector<Access> &arguments) {
    std::vector<Access> accesses = getAccesses(m_bound[point].pipeline, m_bound[point].sets);
    accesses.insert(accesses.end(), arguments.begin(), arguments.end());
    noteCommand(stages, std::move(accesses));
  }
  void noteBarrier(std::vector<Dependency> dependencies) {
    m_history.push_back({0, 0, std::move(dependencies)});
    m_accesses.emplace_back();
  }
  void notePipeline(VkPipelineBindPoint point, VkPipeline pipeline) {
    m_bound[point].pipeline = pipeline;
  }
  void noteSet(VkPipelineBindPoint point, uint32_t number, VkDescriptorSet set) {
    m_bound[point].sets[number] = set;
  }
  uint32_t countConflicts() const {
    uint32_t count = 0;
    visitUnordered(m_history, [&](uint32_t first, uint32_t second) {
      count += conflict(m_accesses[first], m_accesses[second]) ? 1 : 0;
    });
    return count;
  }
  uint32_t countNotBeforeHost() const {
    return countUnordered(m_history, VK_PIPELINE_STAGE_2_HOST_BIT);
  }

  /// Whether commands are kept back to be reordered.
  bool isReordered() const { return m_order != Order::AsRecorded; }
  /// Counts a barrier; says whether it is to be recorded. `number` is how many there are by now.
  bool takeBarrier(uint32_t &number);

  // Where commands are reordered:
  ComputeState &state(VkPipelineBindPoint point) { return m_bound[point].state; }
  /// Commands with the same key do the same; one without is like no other.
  void addCommand(VkPipelineStageFlags2 stages, std::function<void(VkCommandBuffer)> record,
                  const std::string &key = {});
  void addBarrier(std::vector<Dependency> dependencies);
  /// Something that stays at its place in the sequence.
  void addMarker(std::function<void(VkCommandBuffer)> record);
  /// Records what was added since the last time, reordered; what follows comes after it.
  void flush(VkCommandBuffer cmd);

private:
  /// What commands of a bind point find.
  struct Bound {
    VkPipeline pipeline = VK_NULL_HANDLE;
    std::map<uint32_t, VkDescriptorSet> sets;
    ComputeState state;
  };
  struct Marker {
    size_t place; ///< how many commands of the sequence come before it
    std::function<void(VkCommandBuffer)> record;
  };

  Order m_order = Order::AsRecorded;
  std::mt19937_64 m_random;
  std::optional<uint32_t> m_droppedBarrier;
  uint32_t m_barriers = 0;
  std::vector<Step> m_history;
  std::vector<std::vector<Access>> m_accesses; ///< of each step of the history
  std::map<VkPipelineBindPoint, Bound> m_bound;
  std::vector<Step> m_steps;
  std::vector<std::function<void(VkCommandBuffer)>> m_records; ///< empty for barriers
  std::vector<Marker> m_markers;
  size_t m_commands = 0;
  std::map<std::string, uint32_t> m_twins; ///< numbers of keys, from 1
};

} // namespace vkmorph::check
