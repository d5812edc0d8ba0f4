//===- Matrices.cpp - Matrices as structs of their columns ------------------------------------===//
//
// OpenCL C has no matrices. In buffers they are arrays by now (ExpandVectors.cpp); everywhere else
// such a one is a struct, and what is computed with it a function:
//
//     mat3 turn = ...;            ->      Matrix3 turn = ...;
//     turn[1].x = 2.0;            ->      turn.columns[1].x = 2.0f;
//     turn * v                    ->      transform3(turn, v)
//     turn * other                ->      product3(turn, other)
//     turn *= 2.0                 ->      turn = scaled3(turn, 2.0f)
//
// Sums are added from the left to the right. An inverse is the adjugate, divided by the
// determinant, which is the first row of one by the first column of the other.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/openclc/raise/Raise.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

static constexpr llvm::StringLiteral kColumns = "columns";

/// "3", "4x3": what names end in.
static std::string getSize(MatType type) {
  std::string columns = std::to_string(type.getColumns()), rows = std::to_string(type.getRows());
  return columns == rows ? columns : columns + "x" + rows;
}

static ArrayType getColumnsType(MatType type) {
  return ArrayType::get(type.getContext(), type.getColumns(), type.getColumnType());
}

namespace {
/// Builds expressions of the columns of matrices.
class Columns {
public:
  Columns(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value number(double value) {
    return builder.create<ConstantOp>(loc, builder.getF32FloatAttr(static_cast<float>(value)));
  }
  Value index(int64_t value) {
    return builder.create<ConstantOp>(
        loc, builder.getIntegerAttr(builder.getIntegerType(32, true), value));
  }
  Value component(Value vector, int64_t at) {
    return builder.create<ComponentOp>(loc, vkm::getElementType(vector.getType()), vector,
                                       index(at));
  }
  Value column(MatType type, Value matrix, Value at) {
    Value all = builder.create<ExtractOp>(loc, getColumnsType(type), matrix, kColumns);
    return builder.create<ComponentOp>(loc, type.getColumnType(), all, at);
  }
  Value column(MatType type, Value matrix, int64_t at) { return column(type, matrix, index(at)); }
  Value entry(MatType type, Value matrix, int64_t at, int64_t row) {
    return component(column(type, matrix, at), row);
  }
  Value binary(BinaryKind kind, Value a, Value b) {
    return builder.create<BinaryOp>(loc, getBinaryType(kind, a.getType(), b.getType()), kind, a, b);
  }
  Value negative(Value value) {
    return builder.create<UnaryOp>(loc, value.getType(), UnaryKind::Neg, value);
  }
  /// The sum of what is there for each number below `count`, from the left to the right.
  Value sum(int64_t count, llvm::function_ref<Value(int64_t)> term) {
    Value result = term(0);
    for (int64_t i = 1; i < count; ++i)
      result = binary(BinaryKind::Add, result, term(i));
    return result;
  }
  Value vector(ArrayRef<Value> parts) {
    Type type = VecType::get(builder.getContext(), parts.size(), parts.front().getType());
    return builder.create<AggregateOp>(loc, type, parts);
  }
  Value named(Value value, const Twine &name) {
    value.getDefiningOp()->setAttr(kNameHintAttr, builder.getStringAttr(name));
    return value;
  }

  OpBuilder &builder;
  Location loc;
};

/// The entries of the adjugate of a square matrix m, by column and row.
class Adjugate {
public:
  Adjugate(Columns at, MatType type, Value matrix) : at(at), size(type.getColumns()) {
    for (int64_t i = 0; i < size; ++i)
      for (int64_t j = 0; j < size; ++j)
        entries[i][j] = at.named(at.entry(type, matrix, i, j), "m" + Twine(i) + Twine(j));
    if (size == 4)
      for (int64_t half : {0, 1})
        for (int64_t k = 0; k < 4; ++k)
          for (int64_t l = k + 1; l < 4; ++l)
            pairs[half][k][l] = at.named(minor(2 * half, 2 * half + 1, k, l),
                                         (half == 0 ? "left" : "right") + Twine(k) + Twine(l));
  }

  Value get(int64_t column, int64_t row) {
    SmallVector<int64_t> columns, rows;
    for (int64_t i = 0; i < size; ++i) {
      if (i != row)
        columns.push_back(i);
      if (i != column)
        rows.push_back(i);
    }
    Value value = entries[columns[0]][rows[0]];
    if (size == 3)
      value = minor(columns[0], columns[1], rows[0], rows[1]);
    if (size == 4) {
      // Along the column that is left of the half in which one is left out.
      int64_t single = row < 2 ? 1 - row : 5 - row, whole = row < 2 ? 1 : 0;
      auto term = [&](int64_t i, int64_t k, int64_t l) {
        return at.binary(BinaryKind::Mul, entries[single][rows[i]], pairs[whole][rows[k]][rows[l]]);
      };
      Value most = at.binary(BinaryKind::Sub, term(0, 1, 2), term(1, 0, 2));
      value = at.binary(BinaryKind::Add, most, term(2, 0, 1));
    }
    return (column + row) % 2 == 0 ? value : at.negative(value);
  }

  Value getDeterminant() {
    return at.sum(size,
                  [&](int64_t i) { return at.binary(BinaryKind::Mul, entries[0][i], get(i, 0)); });
  }

  Value entries[4][4];

private:
  /// Of the columns i and j, and the rows k and l.
  Value minor(int64_t i, int64_t j, int64_t k, int64_t l) {
    return at.binary(BinaryKind::Sub, at.binary(BinaryKind::Mul, entries[i][k], entries[j][l]),
                     at.binary(BinaryKind::Mul, entries[j][k], entries[i][l]));
  }

  Columns at;
  int64_t size;
  Value pairs[2][4][4];
};

class MatrixExpander {
public:
  explicit MatrixExpander(ModuleOp module) : module(module), parent(getClass(module)) {}

  void run() {
    SmallVector<Operation *> operations;
    parent.walk<WalkOrder::PreOrder>([&](Operation *op) { operations.push_back(op); });
    for (Operation *op : operations)
      visit(op);
    // What holds matrices holds structs.
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](MatType type) -> std::optional<Type> { return getRecord(type); });
    replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }

private:
  /// The matrix that a type is, or was.
  MatType getMatrix(Type type) const {
    if (auto record = dyn_cast<RecordType>(type))
      return matrices.lookup(record);
    return dyn_cast<MatType>(type);
  }
  static Type getPointee(Value place) { return cast<RefType>(place.getType()).getPointee(); }

  RecordType getRecord(MatType type) {
    RecordType &known = records[type];
    if (known)
      return known;
    OpBuilder builder(parent);
    std::string name = "Matrix" + getSize(type);
    while (module.lookupSymbol(name))
      name += "_";
    Layout layout = getPushLayout(type);
    auto member = MemberAttr::get(module.getContext(), kColumns, getColumnsType(type), 0);
    auto record = builder.create<RecordOp>(parent.getLoc(), name, layout.size, layout.align,
                                           builder.getArrayAttr(member));
    std::string comment = "A matrix of " + std::to_string(type.getColumns()) + " columns of " +
                          std::to_string(type.getRows()) + " rows.";
    record->setAttr(kCommentAttr, builder.getStringAttr(comment));
    known = RecordType::get(module.getContext(), FlatSymbolRefAttr::get(record.getSymNameAttr()));
    matrices[known] = type;
    return known;
  }

  Value makeMatrix(Columns at, MatType type, ArrayRef<Value> columns) {
    Value list = at.builder.create<AggregateOp>(at.loc, getColumnsType(type), columns);
    return at.builder.create<AggregateOp>(at.loc, getRecord(type), list);
  }
  Value makeMatrix(Columns at, MatType type, llvm::function_ref<Value(int64_t)> column) {
    SmallVector<Value> columns;
    for (int64_t i = 0; i < type.getColumns(); ++i)
      columns.push_back(column(i));
    return makeMatrix(at, type, columns);
  }

  using Body = llvm::function_ref<Value(Columns, ValueRange)>;

  /// The call of a function of that name, which is made where it is missing.
  Value call(Operation *user, const std::string &name, ValueRange operands,
             ArrayRef<StringRef> parameters, Body body) {
    OpBuilder at(user);
    std::string key = name;
    for (Type type : operands.getTypes())
      key += "|" + getCppNameKey(getMatrix(type) ? Type(getMatrix(type)) : type);
    FuncOp &function = functions[key];
    if (!function)
      function = makeFunction(name, operands, parameters, body);
    return at
        .create<CallOp>(user->getLoc(), function.getResultTypes(), function.getSymName(), operands)
        .getResult(0);
  }

  FuncOp makeFunction(const std::string &name, ValueRange operands, ArrayRef<StringRef> parameters,
                      Body body) {
    OpBuilder builder(&*llvm::find_if(parent.getBody().front(),
                                      [](Operation &op) { return isa<FuncOp, ShaderOp>(op); }));
    SmallVector<Type> inputs;
    SmallVector<Attribute> attributes;
    for (auto [operand, parameter] : llvm::zip(operands, parameters)) {
      MatType matrix = getMatrix(operand.getType());
      inputs.push_back(matrix ? Type(getRecord(matrix)) : operand.getType());
      attributes.push_back(builder.getDictionaryAttr(
          builder.getNamedAttr(kNameAttr, builder.getStringAttr(parameter))));
    }
    std::string symbol = "matrix_" + name;
    while (parent.lookupSymbol(symbol))
      symbol += "_";
    Location loc = builder.getUnknownLoc();
    auto function = builder.create<FuncOp>(loc, symbol, builder.getFunctionType(inputs, {}),
                                           builder.getArrayAttr(attributes), ArrayAttr());
    Block &block =
        function.getBody().empty() ? function.getBody().emplaceBlock() : function.getBody().front();
    if (block.getNumArguments() == 0)
      block.addArguments(inputs, SmallVector<Location>(inputs.size(), loc));
    OpBuilder inside = OpBuilder::atBlockEnd(&block);
    Value result = body(Columns(inside, loc), block.getArguments());
    inside.create<ReturnOp>(loc, result);
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (op.use_empty() && !isa<ReturnOp>(op))
        op.erase();
    function.setFunctionType(builder.getFunctionType(inputs, result.getType()));
    function->setAttr("cpp_name", builder.getStringAttr(name));
    function->setAttr(kPolyfillAttr, builder.getUnitAttr());
    return function;
  }

  void replace(Operation *op, Value value) {
    if (Attribute name = op->getAttr(kNameHintAttr))
      value.getDefiningOp()->setAttr(kNameHintAttr, name);
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  void visit(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](BinaryOp binary) {
          if (Value value = makeBinary(op, binary.getKind(), binary.getLhs(), binary.getRhs()))
            replace(op, value);
        })
        .Case([&](UpdateOp update) { visitUpdate(update); })
        .Case([&](UnaryOp unary) { visitNegation(unary); })
        .Case([&](CmpOp compare) { visitComparison(compare); })
        .Case([&](MathOp math) {
          if (Value value = makeFunctionOf(math))
            replace(op, value);
        })
        .Case([&](AggregateOp aggregate) { visitAggregate(aggregate); })
        .Case([&](SplatOp splat) { visitSplat(splat); })
        .Case([&](ResizeOp resize) { visitResize(resize); })
        .Case([&](ComponentOp component) {
          if (MatType type = getMatrix(component.getWhole().getType())) {
            OpBuilder builder(op);
            replace(op, Columns(builder, op->getLoc())
                            .column(type, component.getWhole(), component.getIndex()));
          }
        })
        .Case([&](ElementOp element) {
          MatType type = getMatrix(getPointee(element.getBase()));
          if (!type)
            return;
          OpBuilder builder(op);
          Value columns = builder.create<MemberOp>(op->getLoc(), RefType::get(getColumnsType(type)),
                                                   element.getBase(), kColumns);
          element.getBaseMutable().assign(columns);
        });
  }

  /// Null where neither is a matrix.
  Value makeBinary(Operation *op, BinaryKind kind, Value lhs, Value rhs) {
    MatType left = getMatrix(lhs.getType()), right = getMatrix(rhs.getType());
    if (!left && !right)
      return {};
    bool leftIsVector = isa<VecType>(lhs.getType()), rightIsVector = isa<VecType>(rhs.getType());
    if (kind == BinaryKind::Mul && left && (right || rightIsVector))
      return right ? makeProduct(op, left, right, lhs, rhs) : makeTransform(op, left, lhs, rhs);
    if (kind == BinaryKind::Mul && leftIsVector)
      return makeRow(op, right, lhs, rhs);
    return makeColumnwise(op, kind, lhs, rhs);
  }

  /// m.columns[0] * v.x + m.columns[1] * v.y + ...
  Value multiply(Columns at, MatType type, Value matrix, Value vector) {
    return at.sum(type.getColumns(), [&](int64_t i) {
      return at.binary(BinaryKind::Mul, at.column(type, matrix, i), at.component(vector, i));
    });
  }
  Value makeTransform(Operation *op, MatType type, Value matrix, Value vector) {
    return call(op, "transform" + getSize(type), {matrix, vector}, {"m", "v"},
                [&](Columns at, ValueRange in) { return multiply(at, type, in[0], in[1]); });
  }
  Value makeProduct(Operation *op, MatType left, MatType right, Value lhs, Value rhs) {
    auto type =
        MatType::get(op->getContext(), right.getColumns(), left.getRows(), left.getElementType());
    return call(op, "product" + getSize(left), {lhs, rhs}, {"a", "b"},
                [&](Columns at, ValueRange in) {
                  return makeMatrix(at, type, [&](int64_t i) {
                    Value column = at.named(at.column(right, in[1], i), "b" + Twine(i));
                    return multiply(at, left, in[0], column);
                  });
                });
  }
  /// (dot(v, m.columns[0]), ...)
  Value makeRow(Operation *op, MatType type, Value vector, Value matrix) {
    return call(op, "transformRow" + getSize(type), {vector, matrix}, {"v", "m"},
                [&](Columns at, ValueRange in) {
                  SmallVector<Value> parts;
                  for (int64_t i = 0; i < type.getColumns(); ++i) {
                    Value column = at.named(at.column(type, in[1], i), "m" + Twine(i));
                    parts.push_back(at.sum(type.getRows(), [&](int64_t row) {
                      return at.binary(BinaryKind::Mul, at.component(in[0], row),
                                       at.component(column, row));
                    }));
                  }
                  return at.vector(parts);
                });
  }

  /// Sums, differences; what is done with a number to each column.
  Value makeColumnwise(Operation *op, BinaryKind kind, Value lhs, Value rhs) {
    MatType left = getMatrix(lhs.getType()), right = getMatrix(rhs.getType());
    MatType type = left ? left : right;
    StringRef name = kind == BinaryKind::Add   ? "sum"
                     : kind == BinaryKind::Sub ? "difference"
                     : kind == BinaryKind::Mul ? "scaled"
                                               : "quotient";
    return call(op, (name + getSize(type)).str(), {lhs, rhs}, {"a", "b"},
                [&](Columns at, ValueRange in) {
                  return makeMatrix(at, type, [&](int64_t i) {
                    return at.binary(kind, left ? at.column(type, in[0], i) : in[0],
                                     right ? at.column(type, in[1], i) : in[1]);
                  });
                });
  }

  void visitUpdate(UpdateOp update) {
    if (!getMatrix(getPointee(update.getRef())))
      return;
    OpBuilder builder(update);
    Value old =
        builder.create<LoadOp>(update.getLoc(), getPointee(update.getRef()), update.getRef());
    Value value = makeBinary(update, update.getKind(), old, update.getValue());
    auto assign = builder.create<AssignOp>(update.getLoc(), update.getRef(), value);
    assign->setDiscardableAttrs(update->getDiscardableAttrDictionary());
    update.erase();
  }

  void visitNegation(UnaryOp unary) {
    MatType type = getMatrix(unary.getOperand().getType());
    if (!type)
      return;
    replace(unary, call(unary, "negative" + getSize(type), unary.getOperand(), {"m"},
                        [&](Columns at, ValueRange in) {
                          return makeMatrix(at, type, [&](int64_t i) {
                            return at.negative(at.column(type, in[0], i));
                          });
                        }));
  }

  void visitComparison(CmpOp compare) {
    MatType type = getMatrix(compare.getLhs().getType());
    if (!type)
      return;
    Value equal =
        call(compare, "equal" + getSize(type), {compare.getLhs(), compare.getRhs()}, {"a", "b"},
             [&](Columns at, ValueRange in) { return areEqual(at, type, in); });
    OpBuilder builder(compare);
    if (compare.getKind() == CmpKind::Ne)
      equal = builder.create<UnaryOp>(compare.getLoc(), equal.getType(), UnaryKind::Not, equal);
    replace(compare, equal);
  }

  /// all(a.columns[0] == b.columns[0]) && ...
  Value areEqual(Columns at, MatType type, ValueRange in, int64_t first = 0) {
    auto compare = [&](int64_t i) -> Value {
      Type bools = withComponentType(type.getColumnType(), at.builder.getI1Type());
      Value same = at.builder.create<MathOp>(
          at.loc, bools, MathFn::Equal,
          ValueRange{at.column(type, in[0], i), at.column(type, in[1], i)});
      return at.builder.create<MathOp>(at.loc, at.builder.getI1Type(), MathFn::All, same);
    };
    Value head = compare(first);
    if (first + 1 == type.getColumns())
      return head;
    auto both = at.builder.create<AndOp>(at.loc, at.builder.getI1Type(), head);
    OpBuilder::InsertionGuard guard(at.builder);
    at.builder.createBlock(&both.getRhs());
    at.builder.create<YieldOp>(at.loc, areEqual(at, type, in, first + 1));
    return both;
  }

  Value makeFunctionOf(MathOp math) {
    ValueRange operands = math.getOperands();
    MatType type = getMatrix(operands.front().getType());
    std::string size = type ? getSize(type) : "";
    switch (math.getFn()) {
    case MathFn::Transpose: {
      auto result =
          MatType::get(math.getContext(), type.getRows(), type.getColumns(), type.getElementType());
      return call(math, "transposed" + size, operands, {"m"}, [&](Columns at, ValueRange in) {
        return makeMatrix(at, result, [&](int64_t i) {
          SmallVector<Value> parts;
          for (int64_t j = 0; j < type.getColumns(); ++j)
            parts.push_back(at.entry(type, in[0], j, i));
          return at.vector(parts);
        });
      });
    }
    case MathFn::Determinant:
      return call(math, "determinant" + size, operands, {"m"}, [&](Columns at, ValueRange in) {
        return Adjugate(at, type, in[0]).getDeterminant();
      });
    case MathFn::Inverse:
      return call(math, "inverse" + size, operands, {"m"},
                  [&](Columns at, ValueRange in) { return makeInverse(at, type, in[0]); });
    case MathFn::OuterProduct: {
      auto result = cast<MatType>(math.getType());
      return call(math, "outerProduct" + getSize(result), operands, {"column", "row"},
                  [&](Columns at, ValueRange in) {
                    return makeMatrix(at, result, [&](int64_t i) {
                      return at.binary(BinaryKind::Mul, in[0], at.component(in[1], i));
                    });
                  });
    }
    case MathFn::MatrixCompMult:
      return call(math, "componentProduct" + size, operands, {"a", "b"},
                  [&](Columns at, ValueRange in) {
                    return makeMatrix(at, type, [&](int64_t i) {
                      return at.binary(BinaryKind::Mul, at.column(type, in[0], i),
                                       at.column(type, in[1], i));
                    });
                  });
    default:
      return {};
    }
  }

  Value makeInverse(Columns at, MatType type, Value matrix) {
    Adjugate adjugate(at, type, matrix);
    int64_t size = type.getColumns();
    // Those of the first row are a part of the determinant, too.
    SmallVector<Value> first;
    for (int64_t i = 0; i < size; ++i)
      first.push_back(at.named(adjugate.get(i, 0), "cofactor" + Twine(i)));
    Value determinant =
        at.named(at.sum(size,
                        [&](int64_t i) {
                          return at.binary(BinaryKind::Mul, adjugate.entries[0][i], first[i]);
                        }),
                 "determinant");
    return makeMatrix(at, type, [&](int64_t i) {
      SmallVector<Value> parts = {first[i]};
      for (int64_t j = 1; j < size; ++j)
        parts.push_back(adjugate.get(i, j));
      return at.binary(BinaryKind::Div, at.vector(parts), determinant);
    });
  }

  void visitAggregate(AggregateOp aggregate) {
    MatType type = getMatrix(aggregate.getType());
    // Aggregates of columns, which this file makes, are left alone.
    if (!type || isa<RecordType>(aggregate.getType()))
      return;
    OpBuilder builder(aggregate);
    Columns at(builder, aggregate.getLoc());
    SmallVector<Value> columns(aggregate.getParts());
    if (columns.front().getType() != type.getColumnType()) {
      SmallVector<Value> parts = std::move(columns);
      columns.clear();
      for (ArrayRef<Value> rest = parts; !rest.empty(); rest = rest.drop_front(type.getRows()))
        columns.push_back(at.vector(rest.take_front(type.getRows())));
    }
    replace(aggregate, makeMatrix(at, type, columns));
  }

  void visitSplat(SplatOp splat) {
    auto type = dyn_cast<MatType>(splat.getType());
    if (!type)
      return;
    replace(splat, call(splat, "diagonal" + getSize(type), splat.getOperand(), {"x"},
                        [&](Columns at, ValueRange in) {
                          return makeMatrix(at, type, [&](int64_t i) {
                            SmallVector<Value> parts;
                            for (int64_t j = 0; j < type.getRows(); ++j)
                              parts.push_back(i == j ? in[0] : at.number(0.0));
                            return at.vector(parts);
                          });
                        }));
  }

  /// The rest is of the unit matrix.
  void visitResize(ResizeOp resize) {
    auto type = dyn_cast<MatType>(resize.getType());
    if (!type)
      return;
    MatType from = getMatrix(resize.getOperand().getType());
    replace(resize, call(resize, "resized" + getSize(type), resize.getOperand(), {"m"},
                         [&](Columns at, ValueRange in) {
                           return makeMatrix(at, type, [&](int64_t i) {
                             SmallVector<Value> parts;
                             for (int64_t j = 0; j < type.getRows(); ++j)
                               parts.push_back(i < from.getColumns() && j < from.getRows()
                                                   ? at.entry(from, in[0], i, j)
                                                   : at.number(i == j ? 1.0 : 0.0));
                             return at.vector(parts);
                           });
                         }));
  }

  ModuleOp module;
  ClassOp parent;
  llvm::DenseMap<Type, RecordType> records;
  llvm::DenseMap<Type, MatType> matrices;
  llvm::StringMap<FuncOp> functions;
};
} // namespace

void vkmorph::openclc::expandMatrices(ModuleOp module) { MatrixExpander(module).run(); }
