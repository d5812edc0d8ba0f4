//===- LegaliseNames.cpp - Names that are legal and unambiguous in the target language --------===//

#include "backends/common/LegaliseNames.h"

#include "backends/common/Raise.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

void vkmorph::addWords(llvm::StringSet<> &set, StringRef words) {
  for (StringRef word : llvm::split(words, ' '))
    set.insert(word);
}

std::string vkmorph::makeLegal(StringRef name, const NamingRules &rules, bool isMember) {
  std::string legal;
  // Instances of templates: Vec<float, 3> is Vec_float_3.
  std::string instance;
  if (name.contains('<') && !name.starts_with("operator")) {
    for (char c : name) {
      bool isPart = (static_cast<unsigned char>(c) >= 0x80) || llvm::isAlnum(c) || c == '_';
      if (isPart)
        instance += c;
      else if (!instance.empty() && instance.back() != '_')
        instance += '_';
    }
    name = StringRef(instance).rtrim('_');
  }
  for (unsigned char c : name) {
    if (c < 0x80 && (llvm::isAlnum(c) || c == '_')) {
      // One underscore of a pair goes.
      if (c == '_' && rules.noDoubleUnderscore && !legal.empty() && legal.back() == '_')
        continue;
      legal += c;
    } else {
      // UTF-8 and what operators and templates leave in names: two hexadecimal digits.
      legal += "x" + llvm::utohexstr(c, /*LowerCase=*/true);
    }
  }
  if (legal.empty() || llvm::isDigit(legal.front()))
    legal.insert(0, "n");
  for (StringRef prefix : rules.reservedPrefixes)
    if (StringRef(legal).starts_with(prefix))
      legal.insert(0, "u");
  bool isReserved = rules.reserved && rules.reserved->contains(legal);
  bool isBuiltin = !isMember && rules.builtins && rules.builtins->contains(legal);
  bool isReservedMember = isMember && llvm::is_contained(rules.reservedMembers, legal);
  if (isReserved || isBuiltin || isReservedMember)
    legal += '_';
  return legal;
}

namespace {
/// Walks the scopes of a body from the outside in.
class LocalNames {
public:
  LocalNames(const NamingRules &rules, const llvm::StringSet<> &globals,
             std::vector<Renaming> &renamings)
      : rules(rules), globals(globals), renamings(renamings) {}

  /// The name for something that the current scope declares.
  StringAttr declare(StringAttr name, const char *what) {
    std::string legal = makeLegal(name.getValue(), rules);
    for (unsigned number = 2; globals.contains(legal) || isDeclared(legal); ++number) {
      // number_ then number_2: a second underscore in a row is no name in GLSL.
      legal = makeLegal(name.getValue(), rules);
      legal += StringRef(legal).ends_with("_") ? "" : "_";
      if (number > 2)
        legal += std::to_string(number - 1);
    }
    scopes.back().insert(legal);
    if (legal == name.getValue())
      return name;
    if (what)
      renamings.push_back({what, name.getValue().str(), legal});
    return StringAttr::get(name.getContext(), legal);
  }

  void visit(Region &region) {
    scopes.emplace_back();
    for (Block &block : region)
      for (Operation &op : block)
        visit(op);
    scopes.pop_back();
  }

  void visit(Operation &op) {
    if (auto var = dyn_cast<VarOp>(op))
      var.setNameAttr(declare(var.getNameAttr(), "variable"));
    else if (auto let = dyn_cast<LetOp>(op))
      let.setNameAttr(declare(let.getNameAttr(), nullptr));
    auto loop = dyn_cast<ForOp>(op);
    if (loop) {
      scopes.emplace_back();
      loop.setNameAttr(declare(loop.getNameAttr(), "variable"));
    }
    for (Region &region : op.getRegions())
      visit(region);
    if (loop)
      scopes.pop_back();
  }

  std::vector<llvm::StringSet<>> scopes;

private:
  bool isDeclared(StringRef name) const {
    return llvm::any_of(scopes,
                        [&](const llvm::StringSet<> &scope) { return scope.contains(name); });
  }

  const NamingRules &rules;
  const llvm::StringSet<> &globals;
  std::vector<Renaming> &renamings;
};
} // namespace

void vkmorph::legaliseLocals(Operation *body, const NamingRules &rules,
                             const llvm::StringSet<> &globals, std::vector<Renaming> &renamings) {
  LocalNames names(rules, globals, renamings);
  names.scopes.emplace_back();
  if (auto function = dyn_cast<FunctionOpInterface>(body))
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto name = function.getArgAttrOfType<StringAttr>(i, kNameAttr);
          name && !function.getArgAttr(i, kBufferAttr))
        function.setArgAttr(i, kNameAttr, names.declare(name, "parameter"));
  for (Region &region : body->getRegions())
    for (Block &block : region)
      for (Operation &op : block)
        names.visit(op);
}

const llvm::StringSet<> &vkmorph::getCppKeywords() {
  static const llvm::StringSet<> words = {"alignas",      "alignof",
                                          "and",          "and_eq",
                                          "asm",          "auto",
                                          "bitand",       "bitor",
                                          "bool",         "break",
                                          "case",         "catch",
                                          "char",         "char16_t",
                                          "char32_t",     "class",
                                          "compl",        "const",
                                          "const_cast",   "constexpr",
                                          "continue",     "decltype",
                                          "default",      "delete",
                                          "do",           "double",
                                          "dynamic_cast", "else",
                                          "enum",         "explicit",
                                          "export",       "extern",
                                          "false",        "float",
                                          "for",          "friend",
                                          "goto",         "if",
                                          "inline",       "int",
                                          "long",         "mutable",
                                          "namespace",    "new",
                                          "noexcept",     "not",
                                          "not_eq",       "nullptr",
                                          "operator",     "or",
                                          "or_eq",        "private",
                                          "protected",    "public",
                                          "register",     "reinterpret_cast",
                                          "return",       "short",
                                          "signed",       "sizeof",
                                          "static",       "static_assert",
                                          "static_cast",  "struct",
                                          "switch",       "template",
                                          "this",         "thread_local",
                                          "throw",        "true",
                                          "try",          "typedef",
                                          "typeid",       "typename",
                                          "union",        "unsigned",
                                          "using",        "virtual",
                                          "void",         "volatile",
                                          "wchar_t",      "while",
                                          "xor",          "xor_eq"};
  return words;
}

NamingRules vkmorph::getCppNamingRules() {
  NamingRules rules;
  rules.reserved = &getCppKeywords();
  rules.noDoubleUnderscore = false;
  return rules;
}
