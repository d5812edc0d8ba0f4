// Writes results.
#include "results.h"

#include <cmath>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace vkmorph::check {

using OrderedJson = nlohmann::ordered_json;

ResultWriter::ResultWriter(const std::string &file) : m_file(std::fopen(file.c_str(), "w")) {
  if (!m_file)
    throw std::runtime_error("cannot write '" + file + "'");
}

ResultWriter::~ResultWriter() { std::fclose(m_file); }

template <class Object> void ResultWriter::write(const Object &object) {
  // Paths and messages may hold bytes that are not UTF-8.
  const std::string text =
      object.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
  std::fwrite(text.data(), 1, text.size(), m_file);
  std::fflush(m_file);
}

void ResultWriter::device(const std::string &name, bool validation) {
  write(OrderedJson{{"type", "device"}, {"name", name}, {"validation", validation}});
}

void ResultWriter::unavailable(const std::string &why) {
  write(OrderedJson{{"type", "unavailable"}, {"message", why}});
}

/// JSON has no infinity.
static OrderedJson number(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

static OrderedJson describe(const char *type, const Case &which) {
  OrderedJson sizes = OrderedJson::object();
  for (const auto &[name, size] : which.sizes)
    sizes[name] = size;
  return {{"type", type},
          {"case", which.number},
          {"function", which.function},
          {"sizes", sizes},
          {"style", which.style == Style::Full    ? "full"
                    : which.style == Style::Whole ? "whole"
                                                  : "eighths"},
          {"seed", std::to_string(which.seed)}};
}

void ResultWriter::begin(const Case &which, const std::string &step) {
  OrderedJson object = describe("begin", which);
  object["mode"] = step;
  write(object);
}

static const char *orderName(Order order) {
  switch (order) {
  case Order::Reverse:
    return "reverse";
  case Order::Shuffled:
    return "shuffled";
  default:
    return "recorded";
  }
}

void ResultWriter::result(const Case &which, const OrderSetting &order, const Result &result) {
  OrderedJson object = describe("result", which);
  object["mode"] = result.mode;
  object["order"] = orderName(order.order);
  if (order.order == Order::Shuffled)
    object["orderSeed"] = order.seed;
  object["agrees"] = result.agrees();
  object["values"] = result.values;
  const Comparison &comparison = result.comparison;
  object["compared"] = comparison.compared;
  object["different"] = comparison.different;
  object["fingerprint"] = std::to_string(comparison.fingerprint);
  object["largestBound"] = number(comparison.largestAllowed);
  if (comparison.worstRatio > 0.0)
    object["worst"] = {{"where", comparison.worstWhere},
                       {"error", number(comparison.worstError)},
                       {"bound", number(comparison.worstAllowed)},
                       {"ratio", number(comparison.worstRatio)}};
  OrderedJson bounds = OrderedJson::object();
  for (const auto &[name, one] : comparison.usefulness)
    bounds[name] = {{"useful", one.useful},
                    {"useless", one.useless},
                    {"byChance", one.byChance},
                    {"bound", number(one.bound)},
                    {"value", number(one.value)}};
  if (!bounds.empty())
    object["bounds"] = bounds;
  OrderedJson differences = OrderedJson::array();
  for (const Difference &difference : comparison.differences)
    differences.push_back({{"where", difference.where},
                           {"cpu", difference.cpu},
                           {"gpu", difference.gpu},
                           {"error", number(difference.error)},
                           {"bound", difference.allowed},
                           {"inputs", difference.inputs}});
  object["differences"] = differences;
  OrderedJson outside = OrderedJson::array();
  for (const OutsideWrite &write : result.outside)
    outside.push_back({{"array", write.array},
                       {"by", write.byGpu ? "gpu" : "cpu"},
                       {"side", write.outside.before ? "before" : "behind"},
                       {"distance", write.outside.distance},
                       {"bytes", write.outside.bytes}});
  object["outside"] = outside;
  if (!result.error.empty())
    object["error"] = result.error;
  if (!result.undefined.empty())
    object["undefined"] = result.undefined;
  object["cpuMilliseconds"] = result.cpuMilliseconds;
  object["gpuMilliseconds"] = result.gpuMilliseconds;
  object["conflicts"] = result.commands.conflicts;
  object["notBeforeHost"] = result.commands.notBeforeHost;
  if (!result.createdAgain.empty())
    object["createdAgain"] = result.createdAgain;
  if (result.hasCommands) {
    object["barriers"] = result.commands.barriers;
    object["dispatches"] = result.commands.dispatches;
  }
  write(object);
}

void ResultWriter::members(const Case &which, const MemberDraw &draw) {
  if (draw.members.empty())
    return;
  OrderedJson object = describe("members", which);
  OrderedJson drawn = OrderedJson::array(), kept = OrderedJson::object(),
              empty = OrderedJson::array();
  for (const MemberDraw::Member &member : draw.members) {
    if (member.input.isOverwritten)
      continue;
    if (member.isEmpty)
      empty.push_back(member.input.name);
    if (member.reach)
      drawn.push_back(member.input.name);
    else
      kept[member.input.name] = member.kept;
  }
  object["drawn"] = drawn;
  object["kept"] = kept;
  object["empty"] = empty;
  object["earlier"] = draw.earlier;
  write(object);
}

void ResultWriter::skipped(const Case &which, const std::string &why) {
  OrderedJson object = describe("skipped", which);
  object["message"] = why;
  write(object);
}

void ResultWriter::halved(const Case &which, const std::map<std::string, int64_t> &first) {
  OrderedJson object = describe("halved", which);
  object["first"] = first;
  write(object);
}

void ResultWriter::originalFailed(const Case &which, const std::string &how,
                                  const std::string &hint, const std::vector<std::string> &empty) {
  OrderedJson object = describe("originalFailed", which);
  object["how"] = how;
  if (!hint.empty())
    object["hint"] = hint;
  object["empty"] = empty;
  write(object);
}

void ResultWriter::validation(const Case *which, const std::string &step,
                              const std::string &message) {
  OrderedJson object = which ? describe("validation", *which) : OrderedJson{{"type", "validation"}};
  object["mode"] = step;
  object["message"] = message;
  write(object);
}

void ResultWriter::mutation(const Mutation &mutation) {
  write(OrderedJson{{"type", "mutation"},
                    {"function", mutation.function},
                    {"form", mutation.form},
                    {"barrier", mutation.barrier},
                    {"difference", mutation.difference},
                    {"order", mutation.order},
                    {"validation", mutation.validation},
                    {"commands", mutation.commands}});
}

void ResultWriter::done() { write(OrderedJson{{"type", "done"}}); }

} // namespace vkmorph::check
