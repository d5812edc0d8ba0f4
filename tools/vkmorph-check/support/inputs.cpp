// Seeded random inputs, and those that rules and files state.
#include "inputs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace vkmorph::check {

int64_t Random::integer(int64_t low, int64_t high) {
  const uint64_t range = uint64_t(high) - uint64_t(low) + 1;
  return int64_t(uint64_t(low) + (range == 0 ? next() : next() % range));
}

uint64_t mixSeed(uint64_t seed, uint64_t stream) {
  Random random(seed ^ (stream * 0xd1342543de82ef95ull));
  return random.next();
}

/// FNV-1a, the same on every machine.
static uint64_t hashOf(const std::string &text) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : text)
    hash = (hash ^ uint8_t(c)) * 0x100000001b3ull;
  return hash;
}

namespace {

/// Draws scalars of one name.
class Drawer {
public:
  Drawer(const Drawing &drawing, const std::string &name, bool isAlone, const InputUse &use,
         Random &random)
      : m_drawing(drawing), m_name(hashOf(name)), m_isAlone(isAlone), m_use(use), m_random(random) {
  }

  void draw(Scalar scalar, const InputRule *rule, void *target);

private:
  size_t chooseOf(size_t count);
  double chooseNumber(const InputRule &rule);
  void drawFloat(Scalar scalar, const InputRule *range, void *target);
  void drawInteger(Scalar scalar, const InputRule *range, void *target);
  bool drawLimit(Scalar scalar, const InputRule *range, void *target);
  bool drawBits(Scalar scalar, void *target);

  Drawing m_drawing;
  uint64_t m_name;
  bool m_isAlone; ///< and not one of many that are drawn now
  InputUse m_use;
  Random &m_random;
};

} // namespace

/// Each of `count` turns has another one. Where that begins is random, so that names do not go
/// together.
size_t Drawer::chooseOf(size_t count) {
  const uint64_t random = m_random.next();
  const uint64_t turn = m_drawing.turn;
  return size_t((m_isAlone ? turn % count + mixSeed(turn / count, m_name) % count : random) %
                count);
}

/// One of the numbers of a rule. Sizes may have to be small.
double Drawer::chooseNumber(const InputRule &rule) {
  if (rule.kind == InputRule::Kind::Choice)
    return rule.numbers[chooseOf(rule.numbers.size())];
  std::vector<double> numbers = rule.numbers;
  if (m_drawing.reach != Reach::Usual) {
    const double most = m_drawing.reach == Reach::Few ? 8.0 : 1.0;
    numbers.erase(std::remove_if(numbers.begin(), numbers.end(),
                                 [most](double number) { return number > most; }),
                  numbers.end());
  }
  return numbers.empty() ? 1.0 : numbers[m_random.next() % numbers.size()];
}

/// Sometimes a number that the class compares this one with, or one beside it, where the rule
/// allows it. False where it is not.
bool Drawer::drawLimit(Scalar scalar, const InputRule *range, void *target) {
  // So many elements have one; half of the turns do of what is alone.
  constexpr uint64_t seldom = 8;
  constexpr double beside = 0.125, manyRounds = 32.0;
  if (m_use.limits.empty() || m_drawing.reach != Reach::Usual || m_drawing.style == Style::Whole)
    return false;
  if (m_isAlone ? (m_drawing.turn + m_name) % 2 == 1 : m_random.next() % seldom != 0)
    return false;
  double number = m_use.limits[m_random.next() % m_use.limits.size()];
  const uint64_t side = m_random.next() % 4;
  const double distance = side == 0 ? -1.0 : side == 1 ? 1.0 : 0.0;
  number = isFloat(scalar) ? number + beside * distance : std::round(number) + distance;
  // Sums of these are exact because all have few bits.
  constexpr double most = 8.0;
  if (isFloat(scalar) && m_drawing.style == Style::Eighths &&
      (std::fabs(number) > most || std::trunc(number / beside) * beside != number))
    return false;
  double low = range ? range->low : -HUGE_VAL, high = range ? range->high : HUGE_VAL;
  if (range && range->isDefault)
    high = std::max(high, manyRounds);
  if (number < low || number > high)
    return false;
  store(scalar, number, target);
  return isFloat(scalar) || toDouble(scalar, target) == number;
}

/// Sometimes an unsigned number all of whose bits are random.
bool Drawer::drawBits(Scalar scalar, void *target) {
  constexpr uint64_t seldom = 4;
  if (isFloat(scalar) || isSigned(scalar) || scalar == Scalar::Bool || m_isAlone || m_use.isCount ||
      !m_drawing.uses || m_drawing.reach != Reach::Usual || m_random.next() % seldom != 0)
    return false;
  const uint64_t bits = m_random.next();
  std::memcpy(target, &bits, sizeOf(scalar));
  return true;
}

void Drawer::drawFloat(Scalar scalar, const InputRule *range, void *target) {
  const bool isUsual = m_drawing.reach == Reach::Usual;
  // Not around 0: what a mean or a sum goes into is to make a difference.
  const double low = range ? range->low : isUsual ? -3.0 : 0.0;
  const double high = range ? range->high : isUsual ? 4.0 : 1.0;
  double value = low + (high - low) * m_random.unit();
  // Integers meet what they are compared with more often.
  constexpr uint64_t seldom = 4;
  const bool isWhole = m_drawing.style == Style::Eighths && m_drawing.uses && isUsual && !range &&
                       m_random.next() % seldom == 0;
  // Towards zero, so that the range is not left.
  const double steps = m_drawing.style == Style::Whole || isWhole ? 1.0 : 8.0;
  if (m_drawing.style != Style::Full && std::trunc(value * steps) / steps >= low)
    value = std::trunc(value * steps) / steps;
  store(scalar, value, target);
}

void Drawer::drawInteger(Scalar scalar, const InputRule *range, void *target) {
  const bool isUsual = m_drawing.reach == Reach::Usual;
  int64_t low = isSigned(scalar) && isUsual ? -50 : 0;
  int64_t high = m_drawing.reach == Reach::Few   ? 8
                 : m_drawing.reach == Reach::One ? 1
                 : isSigned(scalar)              ? 100
                                                 : 200;
  if (range) {
    low = int64_t(std::ceil(range->low));
    high = int64_t(std::floor(range->high));
  }
  store(scalar, double(m_random.integer(low, high)), target);
}

void Drawer::draw(Scalar scalar, const InputRule *rule, void *target) {
  using Kind = InputRule::Kind;
  const InputRule *range = rule && rule->kind == Kind::Range ? rule : nullptr;
  if (rule && rule->kind == Kind::Value)
    return store(scalar, rule->low, target);
  if (rule && rule->kind == Kind::Size && m_drawing.keepsSizes && toDouble(scalar, target) > 0.0)
    return;
  if (rule && (rule->kind == Kind::Choice || rule->kind == Kind::Size))
    return store(scalar, chooseNumber(*rule), target);
  if (scalar == Scalar::Bool && !range)
    return store(scalar, double(chooseOf(2)), target);
  if (drawLimit(scalar, range, target))
    return;
  if (isFloat(scalar))
    return drawFloat(scalar, range, target);
  if (range || !drawBits(scalar, target))
    drawInteger(scalar, range, target);
}

static const InputRule *findRule(const std::vector<InputRule> &rules, const std::string &function,
                                 const std::string &path) {
  const InputRule *found = nullptr;
  // The last one counts, as on a command line; one for this function goes before one for all.
  for (const InputRule &rule : rules) {
    const bool applies = rule.function.empty() || rule.function == function;
    // A rule for a whole struct is one for its members.
    const bool covers =
        path == rule.path || path.compare(0, rule.path.size() + 1, rule.path + ".") == 0;
    if (!applies || !covers)
      continue;
    const bool isStronger = !found || (found->isDefault == rule.isDefault
                                           ? found->function.empty() || !rule.function.empty()
                                           : found->isDefault);
    if (isStronger)
      found = &rule;
  }
  return found;
}

/// What the code does with a scalar, or with what it is a part of.
static InputUse findUse(const Drawing &drawing, const std::string &function,
                        const std::string &path) {
  InputUse found;
  if (!drawing.uses)
    return found;
  for (const InputUse &use : *drawing.uses) {
    const bool covers =
        path == use.path || path.compare(0, use.path.size() + 1, use.path + ".") == 0;
    if (use.function != function || !covers)
      continue;
    found.limits.insert(found.limits.end(), use.limits.begin(), use.limits.end());
    found.isCount |= use.isCount;
  }
  return found;
}

/// Variants hold one of their alternatives, and what is there of the others is 0.
static void settle(const Type &type, uint8_t *target) {
  if (type.kind == Type::Kind::Array)
    for (size_t i = 0; i < type.count; ++i)
      settle(*type.element, target + i * type.element->bytes);
  if (type.kind != Type::Kind::Record)
    return;
  size_t held = 0;
  if (type.alternativeCount != 0) {
    uint32_t number = 0;
    std::memcpy(&number, target, sizeof(number));
    number = uint32_t(number % type.alternativeCount) + 1;
    std::memcpy(target, &number, sizeof(number));
    held = type.alternatives[number - 1];
  }
  for (size_t part = 0; part < type.count; ++part) {
    uint8_t *place = target + type.parts[part].offset;
    if (type.alternativeCount == 0 || (part != 0 && part == held))
      settle(*type.parts[part].type, place);
    else if (part != 0)
      std::memset(place, 0, type.parts[part].type->bytes);
  }
}

void fill(const Type &type, size_t count, const std::string &function, const std::string &name,
          const std::vector<InputRule> &rules, const Drawing &drawing, Random &random,
          uint8_t *target) {
  struct Column {
    Leaf leaf;
    const InputRule *rule;
    std::vector<double> numbers;
    size_t next; ///< of `numbers`, and how many there are until the next one of this column
    size_t stride;
    bool isUniform;
    Drawer drawer;
  };
  // The roundings of sums of numbers that are alike add up, unless the sums are exact.
  constexpr size_t mostUniform = 4096;
  std::vector<Column> columns;
  for (Leaf &leaf : leavesOf(type)) {
    const std::string path = name + leaf.path;
    const InputUse use = findUse(drawing, function, name + leaf.rule);
    Drawing own = drawing;
    own.isUniform &= !use.isCount && (!isFloat(leaf.scalar) || count <= mostUniform);
    if (own.isUniform && isFloat(leaf.scalar) && drawing.style == Style::Eighths)
      own.style = Style::Whole;
    Column column = {leaf,          findRule(rules, function, name + leaf.rule), {}, 0, 1,
                     own.isUniform, Drawer(own, path, count == 1, use, random)};
    if (column.rule && column.rule->kind == InputRule::Kind::File)
      column.numbers = readNumbers(column.rule->file, leaf.scalar);
    columns.push_back(std::move(column));
  }
  // Rows of a matrix, and structs of one type of numbers, stand in a file one after the other.
  for (Column &column : columns) {
    const auto shares = [&](const Column &other) {
      return !column.numbers.empty() && other.rule == column.rule &&
             other.leaf.scalar == column.leaf.scalar;
    };
    column.stride = size_t(std::count_if(columns.begin(), columns.end(), shares));
    column.next = size_t(std::count_if(columns.data(), &column, shares));
  }
  const uint8_t *const first = target;
  for (size_t i = 0; i < count; ++i, target += type.bytes)
    for (Column &column : columns) {
      void *place = target + column.leaf.offset;
      if (column.isUniform && column.numbers.empty() && i > 0)
        std::memcpy(place, first + column.leaf.offset, sizeOf(column.leaf.scalar));
      else if (column.numbers.empty())
        column.drawer.draw(column.leaf.scalar, column.rule, place);
      else {
        store(column.leaf.scalar, column.numbers[column.next % column.numbers.size()], place);
        column.next += column.stride;
      }
    }
  target -= count * type.bytes;
  for (size_t i = 0; i < count; ++i)
    settle(type, target + i * type.bytes);
}

std::vector<double> readNumbers(const std::string &file, Scalar scalar) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw std::runtime_error("cannot read '" + file + "'");
  std::vector<double> numbers;
  const std::string textEnding = ".txt";
  const bool isText =
      file.size() > textEnding.size() &&
      file.compare(file.size() - textEnding.size(), textEnding.size(), textEnding) == 0;
  if (isText) {
    numbers.assign(std::istream_iterator<double>(stream), {});
    if (!stream.eof())
      throw std::runtime_error("'" + file + "' holds something that is no number");
  } else {
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    if (bytes.size() % sizeOf(scalar) != 0)
      throw std::runtime_error("'" + file + "' is no whole number of scalars of " +
                               std::to_string(sizeOf(scalar)) + " bytes");
    for (size_t i = 0; i < bytes.size(); i += sizeOf(scalar))
      numbers.push_back(toDouble(scalar, bytes.data() + i));
  }
  if (numbers.empty())
    throw std::runtime_error("'" + file + "' holds no numbers");
  return numbers;
}

} // namespace vkmorph::check
