//===- Doc.cpp - Text with places where a line may break --------------------------------------===//

#include "backends/common/Doc.h"

#include <vector>

using namespace vkmorph;

struct Doc::Node {
  enum Kind { Text, Break, Concat, Group, Indent } kind;
  std::string text;       ///< of Text; of Break what stands there where it does not break
  std::vector<Doc> parts; ///< of the others
  unsigned columns = 0;   ///< of Indent
  unsigned width = 0;
};

using Node = Doc::Node;

static std::shared_ptr<const Node> makeNode(Node::Kind kind, std::string text,
                                            std::vector<Doc> parts = {}, unsigned columns = 0) {
  auto node = std::make_shared<Node>();
  node->kind = kind;
  node->width = text.size();
  for (const Doc &part : parts)
    node->width += part.width();
  node->text = std::move(text);
  node->parts = std::move(parts);
  node->columns = columns;
  return node;
}

Doc::Doc(std::string text) : node(text.empty() ? nullptr : makeNode(Node::Text, std::move(text))) {}

Doc Doc::concat(llvm::ArrayRef<Doc> parts) {
  std::vector<Doc> used;
  for (const Doc &part : parts)
    if (part.node)
      used.push_back(part);
  if (used.empty())
    return {};
  return used.size() == 1 ? used.front() : Doc(makeNode(Node::Concat, "", std::move(used)));
}
Doc Doc::line() { return Doc(makeNode(Node::Break, " ")); }
Doc Doc::softBreak() { return Doc(makeNode(Node::Break, "")); }
Doc Doc::group(const Doc &content) {
  return content.node ? Doc(makeNode(Node::Group, "", {content})) : Doc();
}
Doc Doc::indent(const Doc &content, unsigned columns) {
  return content.node ? Doc(makeNode(Node::Indent, "", {content}, columns)) : Doc();
}
Doc Doc::commaList(llvm::ArrayRef<Doc> parts) {
  std::vector<Doc> result;
  for (const Doc &part : parts) {
    if (!result.empty()) {
      result.push_back(",");
      result.push_back(line());
    }
    result.push_back(part);
  }
  return concat(result);
}

unsigned Doc::width() const { return node ? node->width : 0; }

namespace {
/// Writes documents into lines. A broken group is filled: each of its breaks becomes a new line
/// only where what follows up to the next break does not fit.
class Renderer {
public:
  Renderer(unsigned column, unsigned limit) : column(column), limit(limit) {}

  /// `after` is the width of what follows on the same line whatever happens.
  void write(const Node *node, bool broken, unsigned indent, unsigned after) {
    if (!node)
      return;
    switch (node->kind) {
    case Node::Text:
      append(node->text);
      return;
    case Node::Break:
      append(node->text);
      return;
    case Node::Group:
      broken = column + node->width + after > limit;
      break;
    case Node::Indent:
      indent += node->columns;
      break;
    case Node::Concat:
      break;
    }
    // Flattens concatenations, so that a break sees all that follows in its group.
    std::vector<std::pair<const Node *, unsigned>> items;
    for (const Doc &part : node->parts)
      flatten(part, indent, items);
    for (size_t i = 0; i < items.size(); ++i) {
      auto [item, itemIndent] = items[i];
      unsigned rest = widthToBreak(items, i + 1, after);
      if (item->kind != Node::Break) {
        write(item, broken, itemIndent, rest);
        continue;
      }
      if (broken && column + item->width + rest > limit)
        newLine(itemIndent);
      else
        append(item->text);
    }
  }

  std::string take() { return std::move(text); }

private:
  using Items = std::vector<std::pair<const Node *, unsigned>>;

  static void flatten(const Doc &doc, unsigned indent, Items &items) {
    const Node *node = doc.get();
    if (!node)
      return;
    if (node->kind != Node::Concat && node->kind != Node::Indent) {
      items.emplace_back(node, indent);
      return;
    }
    for (const Doc &part : node->parts)
      flatten(part, indent + node->columns, items);
  }

  /// How wide it is from item `begin` to the next break of the same group, or to the end and
  /// beyond. A group that does not fit into a line of its own counts up to its first break.
  unsigned widthToBreak(const Items &items, size_t begin, unsigned after) const {
    unsigned width = 0;
    for (size_t i = begin; i < items.size(); ++i) {
      const Node *item = items[i].first;
      if (item->kind == Node::Break)
        return width;
      if (item->kind == Node::Group && items[i].second + item->width > limit) {
        bool found = false;
        width += widthToFirstBreak(item, found);
        if (found)
          return width;
        continue;
      }
      width += item->width;
    }
    return width + after;
  }

  static unsigned widthToFirstBreak(const Node *node, bool &found) {
    if (node->kind == Node::Break) {
      found = true;
      return 0;
    }
    if (node->kind == Node::Text)
      return node->width;
    unsigned width = 0;
    for (const Doc &part : node->parts)
      if (!found && part.get())
        width += widthToFirstBreak(part.get(), found);
    return width;
  }

  void append(const std::string &more) {
    text += more;
    column += more.size();
  }
  void newLine(unsigned indent) {
    while (!text.empty() && text.back() == ' ')
      text.pop_back();
    text += '\n';
    text.append(indent, ' ');
    column = indent;
  }

  std::string text;
  unsigned column;
  unsigned limit;
};
} // namespace

std::string Doc::render(unsigned column, unsigned limit) const {
  Renderer renderer(column, limit);
  renderer.write(group(*this).get(), /*broken=*/false, column, 0);
  return renderer.take();
}

std::string Doc::flat() const { return render(0, ~0u); }
