//===- SizeExpression.cpp - The strings of size attributes as operations ---------------------===//
//
// Grammar, with the precedence, promotions and conversions of C++:
//   choice  = either [ "?" choice ":" choice ]
//   either  = both { "||" both }
//   both    = same { "&&" same }
//   same    = order { ("==" | "!=") order }
//   order   = shift { ("<" | "<=" | ">" | ">=") shift }
//   shift   = sum { ("<<" | ">>") sum }
//   sum     = product { ("+" | "-") product }
//   product = unary { ("*" | "/" | "%") unary }
//   unary   = "-" unary | "+" unary | "!" unary | primary
//   primary = number | name { "::" name } { "." name | "[" choice "]" } | "(" choice ")"
//   Of a std::vector that is a member: name ".size()".
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/roles/SizeExpression.h"

#include "frontend/roles/SizeAttributes.h"

#include "mlir/IR/Matchers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringExtras.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using llvm::StringRef;

namespace {

class SizeParser {
public:
  SizeParser(ModuleImporter &importer, mlir::OpBuilder &builder, const clang::Decl *scope,
             llvm::ArrayRef<const clang::FunctionDecl *> declarations, const Signature &signature,
             mlir::Block &block, StringRef text,
             llvm::function_ref<mlir::Location(unsigned)> locate)
      : m_importer(importer), m_builder(builder), m_scope(scope), m_declarations(declarations),
        m_signature(signature), m_block(block), m_text(text), m_locate(locate), m_rest(text) {}

  /// Of a member: names are those of the object that it is a member of.
  void setOwner(const ObjectPart *owner) { m_owner = owner; }

  /// The value of the whole string; null where an error was reported.
  mlir::Value parse(StringRef parameter) {
    m_parameter = parameter;
    mlir::Value value = parseChoice();
    m_rest = m_rest.ltrim();
    if (value && !m_rest.empty())
      return error("unexpected '" + m_rest.take_front(1).str() + "'");
    return value ? promote(value) : value;
  }

  mlir::Value multiply(mlir::Value lhs, mlir::Value rhs) {
    return binary(vkm::BinaryKind::Mul, lhs, rhs);
  }
  mlir::Location location() { return m_locate(m_text.size() - m_rest.size()); }

private:
  mlir::Value error(const std::string &what) {
    if (!m_failed)
      m_importer.reporter().report(location(), vkmorph::frontend::diag::SizeSyntax,
                                   {m_parameter.str(), what});
    m_failed = true;
    return {};
  }

  bool consume(StringRef token) {
    m_rest = m_rest.ltrim();
    return m_rest.consume_front(token);
  }

  /// Integer promotion and the usual arithmetic conversions.
  mlir::Type commonType(mlir::Value lhs, mlir::Value rhs) {
    auto left = llvm::cast<mlir::IntegerType>(lhs.getType()),
         right = llvm::cast<mlir::IntegerType>(rhs.getType());
    unsigned width = std::max({32u, left.getWidth(), right.getWidth()});
    bool isUnsigned = (left.isUnsigned() && left.getWidth() == width) ||
                      (right.isUnsigned() && right.getWidth() == width);
    return m_importer.types().integerType(width, !isUnsigned);
  }

  /// A bool as a number.
  mlir::Value promote(mlir::Value value) {
    return value.getType().isInteger(1) ? convert(value, m_importer.types().integerType(32, true))
                                        : value;
  }

  /// A number as a condition.
  mlir::Value test(mlir::Value value) {
    if (!value || value.getType().isInteger(1))
      return value;
    mlir::Type type = value.getType();
    mlir::Value zero = constant(llvm::APInt(type.getIntOrFloatBitWidth(), 0), type);
    return m_builder.create<vkm::CmpOp>(location(), m_builder.getI1Type(), vkm::CmpKind::Ne, value,
                                        zero);
  }

  mlir::Value compare(vkm::CmpKind kind, mlir::Value lhs, mlir::Value rhs) {
    if (!lhs || !rhs)
      return {};
    mlir::Type type = commonType(lhs, rhs);
    mlir::Value left = convert(lhs, type), right = convert(rhs, type);
    return m_builder.create<vkm::CmpOp>(location(), m_builder.getI1Type(), kind, left, right);
  }

  mlir::Value binary(vkm::BinaryKind kind, mlir::Value lhs, mlir::Value rhs) {
    if (!lhs || !rhs)
      return {};
    mlir::Type type = commonType(lhs, rhs);
    return m_builder.create<vkm::BinaryOp>(location(), type, kind, convert(lhs, type),
                                           convert(rhs, type));
  }

  /// The result has the type of the left operand.
  mlir::Value shift(vkm::BinaryKind kind, mlir::Value lhs, mlir::Value rhs) {
    if (!lhs || !rhs)
      return {};
    lhs = convert(lhs, commonType(lhs, lhs));
    return m_builder.create<vkm::BinaryOp>(location(), lhs.getType(), kind, lhs,
                                           convert(rhs, commonType(rhs, rhs)));
  }

  mlir::Value convert(mlir::Value value, mlir::Type type) {
    if (value.getType() == type)
      return value;
    if (auto constant = value.getDefiningOp<vkm::ConstantOp>()) {
      llvm::APInt number = llvm::cast<mlir::IntegerAttr>(constant.getValue()).getValue();
      number = value.getType().isSignedInteger() ? number.sextOrTrunc(type.getIntOrFloatBitWidth())
                                                 : number.zextOrTrunc(type.getIntOrFloatBitWidth());
      constant.erase();
      return this->constant(number, type);
    }
    return m_builder.create<vkm::CastOp>(location(), type, value);
  }

  mlir::Value constant(const llvm::APInt &number, mlir::Type type) {
    return m_builder.create<vkm::ConstantOp>(
        location(), llvm::cast<mlir::TypedAttr>(mlir::IntegerAttr::get(type, number)));
  }

  /// One of two, of which the host evaluates one: `n > 0 ? m / n : 0`.
  mlir::Value parseChoice() {
    mlir::Value condition = parseEither();
    if (!condition || !consume("?"))
      return condition;
    if (++m_depth > 64)
      return error("too deeply nested");
    condition = test(condition);
    auto select = m_builder.create<vkm::SelectOp>(location(), m_builder.getI1Type(), condition);
    mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.createBlock(&select.getWhenTrue());
    mlir::Value first = parseChoice();
    if (first && !consume(":"))
      return error("':' is missing");
    m_builder.createBlock(&select.getWhenFalse());
    mlir::Value second = first ? parseChoice() : mlir::Value();
    if (!second)
      return {};
    mlir::Type type =
        first.getType() == second.getType() ? first.getType() : commonType(first, second);
    for (auto [region, value] :
         {std::pair(&select.getWhenTrue(), first), std::pair(&select.getWhenFalse(), second)}) {
      m_builder.setInsertionPointToEnd(&region->front());
      m_builder.create<vkm::YieldOp>(location(), convert(value, type));
    }
    select.getResult().setType(type);
    --m_depth;
    return select;
  }

  /// `lhs && rhs` and `lhs || rhs`, which evaluate the second only where it matters.
  template <class LogicalOp>
  mlir::Value parseLogical(llvm::StringRef token, mlir::Value (SizeParser::*parseOperand)()) {
    mlir::Value value = (this->*parseOperand)();
    while (value && consume(token)) {
      value = test(value);
      auto op = m_builder.create<LogicalOp>(location(), m_builder.getI1Type(), value);
      mlir::OpBuilder::InsertionGuard guard(m_builder);
      m_builder.createBlock(&op.getRhs());
      mlir::Value rhs = test((this->*parseOperand)());
      if (!rhs)
        return {};
      m_builder.create<vkm::YieldOp>(location(), rhs);
      value = op;
    }
    return value;
  }
  mlir::Value parseEither() { return parseLogical<vkm::OrOp>("||", &SizeParser::parseBoth); }
  mlir::Value parseBoth() { return parseLogical<vkm::AndOp>("&&", &SizeParser::parseSame); }

  /// Operands with operators between them, of which the first come first. Of tokens that begin
  /// alike the longer one stands in front.
  template <class Kind>
  mlir::Value parseChain(std::initializer_list<std::pair<StringRef, Kind>> operators,
                         mlir::Value (SizeParser::*parseOperand)(),
                         mlir::Value (SizeParser::*combine)(Kind, mlir::Value, mlir::Value)) {
    mlir::Value value = (this->*parseOperand)();
    while (value) {
      auto found =
          llvm::find_if(operators, [&](const auto &token) { return consume(token.first); });
      if (found == operators.end())
        break;
      value = (this->*combine)(found->second, value, (this->*parseOperand)());
    }
    return value;
  }

  mlir::Value parseSame() {
    using vkm::CmpKind;
    return parseChain<CmpKind>({{"==", CmpKind::Eq}, {"!=", CmpKind::Ne}}, &SizeParser::parseOrder,
                               &SizeParser::compare);
  }
  mlir::Value parseOrder() {
    using vkm::CmpKind;
    return parseChain<CmpKind>(
        {{"<=", CmpKind::Le}, {">=", CmpKind::Ge}, {"<", CmpKind::Lt}, {">", CmpKind::Gt}},
        &SizeParser::parseShift, &SizeParser::compare);
  }
  mlir::Value parseShift() {
    using vkm::BinaryKind;
    return parseChain<BinaryKind>({{"<<", BinaryKind::Shl}, {">>", BinaryKind::Shr}},
                                  &SizeParser::parseSum, &SizeParser::shift);
  }
  mlir::Value parseSum() {
    using vkm::BinaryKind;
    return parseChain<BinaryKind>({{"+", BinaryKind::Add}, {"-", BinaryKind::Sub}},
                                  &SizeParser::parseProduct, &SizeParser::binary);
  }
  mlir::Value parseProduct() {
    using vkm::BinaryKind;
    return parseChain<BinaryKind>(
        {{"*", BinaryKind::Mul}, {"/", BinaryKind::Div}, {"%", BinaryKind::Rem}},
        &SizeParser::parseUnary, &SizeParser::binary);
  }

  mlir::Value parseUnary() {
    // Deep nesting is no size of anything; the limit keeps hostile input off the stack.
    if (++m_depth > 64)
      return error("too deeply nested");
    mlir::Value value;
    if (consume("-")) {
      value = parseUnary();
      if (value)
        value =
            binary(vkm::BinaryKind::Sub,
                   constant(llvm::APInt(32, 0), m_importer.types().integerType(32, true)), value);
    } else if (consume("+")) {
      value = parseUnary();
      value = value ? promote(value) : value;
    } else if (consume("!")) {
      value = test(parseUnary());
      if (value)
        value = m_builder.create<vkm::UnaryOp>(location(), vkm::UnaryKind::Not, value);
    } else {
      value = parsePrimary();
    }
    --m_depth;
    return value;
  }

  mlir::Value parsePrimary() {
    m_rest = m_rest.ltrim();
    if (consume("(")) {
      mlir::Value value = parseChoice();
      if (value && !consume(")"))
        return error("')' is missing");
      return value;
    }
    if (m_rest.empty())
      return error("the expression ends too early");
    if (llvm::isDigit(m_rest.front()))
      return parseNumber();
    if (llvm::isAlpha(m_rest.front()) || m_rest.front() == '_')
      return parseName();
    return error("unexpected '" + m_rest.take_front(1).str() + "'");
  }

  mlir::Value parseNumber() {
    StringRef start = m_rest;
    uint64_t number = 0;
    if (m_rest.consumeInteger(0, number)) {
      m_rest = start;
      return error("the number is too large");
    }
    bool isUnsigned = m_rest.consume_front_insensitive("u");
    if (!m_rest.empty() &&
        (llvm::isAlnum(m_rest.front()) || m_rest.front() == '.' || m_rest.front() == '_'))
      return error("this is no integer");
    bool fits = isUnsigned ? number <= UINT32_MAX : number <= INT32_MAX;
    unsigned width = fits ? 32 : 64;
    return constant(llvm::APInt(width, number), m_importer.types().integerType(width, !isUnsigned));
  }

  mlir::Value parseName() {
    StringRef start = m_rest;
    llvm::SmallVector<StringRef> parts;
    do {
      m_rest = m_rest.ltrim();
      StringRef part = m_rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      if (part.empty())
        return error("a name is missing after '::'");
      parts.push_back(part);
      m_rest = m_rest.drop_front(part.size());
    } while (consume("::"));
    mlir::Value value = resolve(parts);
    if (!value && !m_failed) {
      m_rest = start;
      return error("no parameter, member or constant is named '" + llvm::join(parts, "::") + "'");
    }
    return value;
  }

  mlir::Value resolve(llvm::ArrayRef<StringRef> parts) {
    if (parts.size() == 1) {
      // Declarations may name the parameters differently; the one with the attribute counts.
      for (const clang::FunctionDecl *declaration : m_declarations)
        for (const clang::ParmVarDecl *parameter : declaration->parameters())
          if (parameter->getName() == parts.front() &&
              m_signature.passing[parameter->getFunctionScopeIndex()] != Passing::Closure)
            return fromParameter(
                m_block.getArgument(
                    m_signature.parameters[parameter->getFunctionScopeIndex()].input),
                parts.front());
    }
    if (auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(m_scope))
      if (mlir::Value value = lookUp(parts, method->getParent()))
        return value;
    for (const clang::DeclContext *scope = m_scope->getDeclContext(); scope && !m_failed;
         scope = scope->getParent())
      if (mlir::Value value = lookUp(parts, scope))
        return value;
    return {};
  }

  /// A reference is what it refers to.
  mlir::Value fromParameter(mlir::Value parameter, StringRef name) {
    if (!llvm::isa<vkm::RefType>(parameter.getType()))
      return fromPlaceOrValue(parameter, name);
    mlir::Value place = parseParts(parameter);
    if (!place)
      return {};
    mlir::Type type = llvm::cast<vkm::RefType>(place.getType()).getPointee();
    return fromPlaceOrValue(m_builder.create<vkm::LoadOp>(location(), type, place), name);
  }

  mlir::Value lookUp(llvm::ArrayRef<StringRef> parts, const clang::DeclContext *scope) {
    const clang::ASTContext &ast = m_scope->getASTContext();
    auto name = [&](StringRef part) { return clang::DeclarationName(&ast.Idents.get(part)); };
    for (StringRef part : parts.drop_back()) {
      const clang::DeclContext *inner = nullptr;
      for (const clang::NamedDecl *decl : scope->lookup(name(part)))
        if (auto *context = llvm::dyn_cast<clang::DeclContext>(decl->getUnderlyingDecl()))
          inner = context;
      if (!inner)
        return {};
      scope = inner;
    }
    for (const clang::NamedDecl *decl : scope->lookup(name(parts.back())))
      if (mlir::Value value = fromDeclaration(decl->getUnderlyingDecl()))
        return value;
    // Unnamed namespaces, and those that are used here.
    if (auto *unit = scope->getRedeclContext(); parts.size() == 1 && m_nested < 8)
      for (const clang::UsingDirectiveDecl *directive : unit->using_directives()) {
        ++m_nested;
        mlir::Value value = lookUp(parts, directive->getNominatedNamespace());
        --m_nested;
        if (value)
          return value;
      }
    if (auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
        record && record->hasDefinition())
      for (const clang::CXXBaseSpecifier &base : record->bases())
        if (const clang::CXXRecordDecl *baseRecord = base.getType()->getAsCXXRecordDecl())
          if (mlir::Value value = lookUp(parts.take_back(), baseRecord))
            return value;
    return {};
  }

  mlir::Value fromDeclaration(const clang::NamedDecl *decl) {
    if (auto *field = llvm::dyn_cast<clang::FieldDecl>(decl)) {
      // Objects that hold vectors are taken apart: their members are fields of the class.
      auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
      bool isBeside = m_owner && record && m_importer.isClassOf(*m_owner, record);
      const ObjectPart *owner = isBeside ? m_owner : &m_importer.wholeObject();
      while (const ObjectPart *part = m_importer.findPart(*owner, field)) {
        std::string object = field->getNameAsString();
        field = parseMemberOf(*part, object);
        if (!field)
          return {};
        owner = part;
      }
      const ModuleImporter::Field *known = m_importer.getField(*owner, field, location());
      if (!known) {
        m_failed = true;
        return {};
      }
      if (known->isKept)
        return {};
      if (!known->sizeSymbol.empty())
        return parseVectorSize(*known, field->getName());
      mlir::Value place = parseParts(m_builder.create<vkm::FieldRefOp>(
          location(), vkm::RefType::get(known->type), known->symbol));
      if (!place)
        return {};
      mlir::Type type = llvm::cast<vkm::RefType>(place.getType()).getPointee();
      return fromPlaceOrValue(m_builder.create<vkm::LoadOp>(location(), type, place),
                              field->getName());
    }
    llvm::APSInt number;
    clang::QualType type;
    if (auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(decl)) {
      number = enumerator->getInitVal();
      type = enumerator->getType();
    } else if (auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      const clang::APValue *value =
          variable->getType().isConstQualified() && variable->getAnyInitializer()
              ? variable->evaluateValue()
              : nullptr;
      if (!value || !value->isInt())
        return {};
      number = value->getInt();
    } else {
      return {};
    }
    unsigned width = number.getBitWidth() <= 32 ? 32 : 64;
    return constant(number.extOrTrunc(width),
                    m_importer.types().integerType(width, number.isSigned()));
  }

  /// Members and elements behind the name of a member: `layout.dims[0]`, `m_size.x`.
  mlir::Value parseParts(mlir::Value place) {
    while (place) {
      mlir::Type whole = llvm::cast<vkm::RefType>(place.getType()).getPointee();
      if (consume("["))
        place = parseElement(place, whole);
      else if (consume("."))
        place = parseMember(place, whole);
      else
        break;
    }
    return place;
  }

  mlir::Value parseElement(mlir::Value place, mlir::Type whole) {
    if (!llvm::isa<vkm::ArrayType, vkm::VecType>(whole))
      return error("only arrays have elements");
    mlir::Value index = parseChoice();
    if (!index)
      return {};
    index = promote(index);
    if (!consume("]"))
      return error("']' is missing");
    llvm::APInt number;
    if (mlir::matchPattern(index, mlir::m_ConstantInt(&number)) &&
        number.uge(static_cast<uint64_t>(vkm::getNumElements(whole))))
      return error("there is no such element");
    return m_builder.create<vkm::ElementOp>(
        location(), vkm::RefType::get(vkm::getElementType(whole)), place, index);
  }

  StringRef takeName() {
    m_rest = m_rest.ltrim();
    StringRef name = m_rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    m_rest = m_rest.drop_front(name.size());
    return name;
  }

  /// `.values` behind the name of an object that is taken apart.
  const clang::FieldDecl *parseMemberOf(const ObjectPart &object, const std::string &spelled) {
    if (!consume(".")) {
      error("'" + spelled + "' is no integer");
      return nullptr;
    }
    StringRef name = takeName();
    const clang::FieldDecl *found = nullptr;
    forEachClass(object.record, [&](const clang::CXXRecordDecl *record) {
      for (const clang::FieldDecl *field : record->fields())
        if (field->getName() == name)
          found = field;
    });
    if (!found)
      error("no member is named '" + name.str() + "'");
    return found;
  }

  mlir::Value parseMember(mlir::Value place, mlir::Type whole) {
    StringRef name = takeName();
    if (auto record = llvm::dyn_cast<vkm::RecordType>(whole)) {
      vkm::MemberAttr member = vkm::lookupRecord(m_importer.module(), record).lookupMember(name);
      if (member)
        return m_builder.create<vkm::MemberOp>(location(), vkm::RefType::get(member.getType()),
                                               place, name);
    }
    size_t component = name.size() == 1 ? StringRef("xyzw").find(name) : StringRef::npos;
    if (auto vector = llvm::dyn_cast<vkm::VecType>(whole);
        vector && component < static_cast<size_t>(vkm::getNumElements(vector)))
      return m_builder.create<vkm::ElementOp>(
          location(), vkm::RefType::get(vkm::getElementType(vector)), place,
          constant(llvm::APInt(32, component), m_importer.types().integerType(32, true)));
    return error("no member is named '" + name.str() + "'");
  }

  /// `m_items.size()`
  mlir::Value parseVectorSize(const ModuleImporter::Field &field, StringRef name) {
    StringRef start = m_rest;
    for (StringRef token : {".", "size", "(", ")"})
      if (!consume(token)) {
        m_rest = start;
        return error("'" + name.str() + "' is a std::vector; only its 'size()' is a number");
      }
    mlir::Type type = m_importer.types().integerType(32, false);
    mlir::Value place =
        m_builder.create<vkm::FieldRefOp>(location(), vkm::RefType::get(type), field.sizeSymbol);
    mlir::Value size = m_builder.create<vkm::LoadOp>(location(), type, place);
    return convert(size, m_importer.types().integerType(64, false));
  }

  mlir::Value fromPlaceOrValue(mlir::Value value, StringRef name) {
    if (llvm::isa<mlir::IntegerType>(value.getType()))
      return value;
    return error("'" + name.str() + "' is no integer");
  }

  ModuleImporter &m_importer;
  mlir::OpBuilder &m_builder;
  const clang::Decl *m_scope; ///< what has the attribute, or whose parameter has it
  const ObjectPart *m_owner = nullptr;
  llvm::ArrayRef<const clang::FunctionDecl *> m_declarations;
  const Signature &m_signature;
  mlir::Block &m_block;
  StringRef m_text;
  llvm::function_ref<mlir::Location(unsigned)> m_locate; ///< of the character of that number
  StringRef m_rest, m_parameter;
  unsigned m_depth = 0, m_nested = 0;
  bool m_failed = false;
};

} // namespace

/// Where a character of an attribute's string is.
static mlir::Location locateInAttribute(Program &program, const clang::DeclaratorDecl *pointer,
                                        const clang::StringLiteral *literal, unsigned offset) {
  const clang::ASTContext &ast = pointer->getASTContext();
  clang::SourceLocation where = literal->getBeginLoc();
  if (offset < literal->getString().size())
    where = literal->getLocationOfByte(offset, ast.getSourceManager(), ast.getLangOpts(),
                                       ast.getTargetInfo());
  return program.sourceOf(pointer).text().location(where);
}

void vkmorph::frontend::emitStatedExtents(ModuleImporter &importer,
                                          const clang::FunctionDecl *definition,
                                          const Signature &signature, mlir::Block &block) {
  llvm::SmallVector<const clang::FunctionDecl *> declarations =
      importer.program().declarations(definition);
  mlir::OpBuilder builder(block.getParentOp()->getContext());
  builder.setInsertionPointToEnd(&block);
  for (auto [index, passing] : llvm::enumerate(signature.passing)) {
    // Of a pointer into the middle of an array, or two into one, the statement is no array's size.
    const ParameterInput &input = signature.parameters[index];
    bool isShared = llvm::count_if(signature.parameters, [&](const ParameterInput &other) {
                      return other.input == input.input;
                    }) > 1;
    if (passing != Passing::Pointer || input.index || isShared)
      continue;
    // The attribute counts once, on whatever declaration it stands.
    struct Factor {
      StringRef text;
      std::function<mlir::Location(unsigned)> locate;
    };
    std::vector<Factor> factors;
    for (const clang::FunctionDecl *declaration : declarations) {
      const clang::ParmVarDecl *parameter = declaration->getParamDecl(index);
      if (factors.empty())
        for (const clang::StringLiteral *literal : getSizeStrings(parameter))
          factors.push_back(
              {literal->getString(), [&importer, parameter, literal](unsigned offset) {
                 return locateInAttribute(importer.program(), parameter, literal, offset);
               }});
    }
    // What the config file says counts more.
    if (const FunctionConfig *config = importer.config(definition))
      for (const auto &[name, size] : config->sizes)
        if (llvm::any_of(declarations,
                         [&, at = index, name = StringRef(name)](const auto *declaration) {
                           return declaration->getParamDecl(at)->getName() == name;
                         }))
          factors = {{size.text, [&size = size](unsigned offset) -> mlir::Location {
                        auto begin = llvm::cast<mlir::FileLineColLoc>(size.loc);
                        return mlir::FileLineColLoc::get(begin.getFilename(), begin.getLine(),
                                                         begin.getColumn() + offset);
                      }}};
    if (factors.empty())
      continue;
    mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Location loc = block.getArgument(input.input).getLoc();
    auto extent =
        builder.create<vkm::ExtentOp>(loc, block.getArgument(input.input), /*stated=*/true);
    builder.createBlock(&extent.getCount());
    mlir::Value count;
    for (const Factor &stated : factors) {
      SizeParser parser(importer, builder, definition, declarations, signature, block, stated.text,
                        stated.locate);
      mlir::Value factor = parser.parse(definition->getParamDecl(index)->getName());
      if (!factor) {
        count = {};
        break;
      }
      count = count ? parser.multiply(count, factor) : factor;
    }
    if (count)
      builder.create<vkm::YieldOp>(loc, count);
  }
}

void vkmorph::frontend::emitStatedExtent(ModuleImporter &importer,
                                         const ModuleImporter::Field &pointer, mlir::Block &block) {
  auto strings = getSizeStrings(pointer.decl);
  if (strings.empty())
    return;
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&block);
  mlir::Location loc =
      importer.program().sourceOf(pointer.decl).text().location(pointer.decl->getSourceRange());
  auto type = vkm::PtrType::get(llvm::cast<vkm::DynArrayType>(pointer.type).getElementType(),
                                pointer.decl->getType()->getPointeeType().isConstQualified());
  mlir::Value data = builder.create<vkm::VectorDataOp>(loc, type, pointer.symbol);
  auto extent = builder.create<vkm::ExtentOp>(loc, data, /*stated=*/true);
  builder.createBlock(&extent.getCount());
  const Signature none;
  mlir::Value count;
  for (const clang::StringLiteral *literal : strings) {
    auto locate = [&](unsigned offset) {
      return locateInAttribute(importer.program(), pointer.decl, literal, offset);
    };
    SizeParser parser(importer, builder, pointer.decl, {}, none, block, literal->getString(),
                      locate);
    parser.setOwner(pointer.owner);
    mlir::Value factor = parser.parse(pointer.decl->getName());
    if (!factor)
      return;
    count = count ? parser.multiply(count, factor) : factor;
  }
  builder.create<vkm::YieldOp>(loc, count);
}
