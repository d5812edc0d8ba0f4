// What one command buffer is being given, where its commands are reordered.
#include "recording.h"

#include "loader.h"

#include <algorithm>

namespace vkmorph::check {

void ComputeState::set(Setting setting) {
  // What later calls set entirely is void. Sets and constants of another layout stay: whether they
  // are still bound is decided by the device, which gets the calls in their order.
  const auto isVoid = [&](const std::shared_ptr<const Setting> &earlier) {
    return earlier->kind == setting.kind && earlier->first >= setting.first &&
           earlier->first + earlier->count <= setting.first + setting.count &&
           (setting.kind != Setting::Constants ||
            (earlier->layout == setting.layout && earlier->stages == setting.stages));
  };
  m_settings.erase(std::remove_if(m_settings.begin(), m_settings.end(), isVoid), m_settings.end());
  m_settings.push_back(std::make_shared<const Setting>(std::move(setting)));
}

void ComputeState::record(VkCommandBuffer cmd) const {
  for (const std::shared_ptr<const Setting> &setting : m_settings)
    setting->record(cmd);
}

std::string ComputeState::key() const {
  std::string key;
  const auto add = [&](const auto &value) {
    key.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  for (const std::shared_ptr<const Setting> &setting : m_settings) {
    add(setting->kind);
    add(setting->first);
    add(setting->layout);
    add(setting->values.size());
    key += setting->values;
  }
  return key;
}

void Recording::begin(Order order, uint64_t seed, std::optional<uint32_t> droppedBarrier) {
  *this = Recording();
  m_order = order;
  m_random.seed(seed);
  m_droppedBarrier = droppedBarrier;
}

bool Recording::takeBarrier(uint32_t &number) {
  const bool isDropped = m_droppedBarrier == m_barriers;
  number = ++m_barriers;
  return !isDropped;
}

void Recording::addCommand(VkPipelineStageFlags2 stages,
                           std::function<void(VkCommandBuffer)> record, const std::string &key) {
  const uint32_t twin =
      key.empty() ? 0 : m_twins.emplace(key, uint32_t(m_twins.size() + 1)).first->second;
  m_steps.push_back({stages, twin, {}});
  m_records.push_back(std::move(record));
  ++m_commands;
}

void Recording::addBarrier(std::vector<Dependency> dependencies) {
  m_steps.push_back({0, 0, std::move(dependencies)});
  m_records.emplace_back();
}

void Recording::addMarker(std::function<void(VkCommandBuffer)> record) {
  m_markers.push_back({m_commands, std::move(record)});
}

/// Orders everything before it before everything after it, the host included.
static void recordFullBarrier(VkCommandBuffer cmd) {
  constexpr VkPipelineStageFlags kEverything =
      VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  VkMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = barrier.dstAccessMask =
      VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  VKMORPH_LOADER(vkCmdPipelineBarrier)(cmd, kEverything, kEverything, 0, 1, &barrier, 0, nullptr, 0,
                                       nullptr);
}

void Recording::flush(VkCommandBuffer cmd) {
  const std::vector<uint32_t> order =
      orderCommands(m_steps, [&](const std::vector<uint32_t> &ready) {
        return m_order == Order::Reverse ? ready.size() - 1 : size_t(m_random() % ready.size());
      });
  size_t marker = 0;
  const auto recordMarkers = [&](size_t place) {
    for (; marker < m_markers.size() && m_markers[marker].place <= place; ++marker)
      m_markers[marker].record(cmd);
  };
  recordMarkers(0);
  for (size_t i = 0; i < order.size(); ++i) {
    recordFullBarrier(cmd);
    m_records[order[i]](cmd);
    recordMarkers(i + 1);
  }
  recordMarkers(m_commands); // those behind commands that were left out
  if (!m_steps.empty())
    recordFullBarrier(cmd);
  m_steps.clear();
  m_records.clear();
  m_markers.clear();
  m_commands = 0;
}

} // namespace vkmorph::check
