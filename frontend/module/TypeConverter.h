//===- TypeConverter.h - C++ types as types of the dialect, structs as records ---------------===//

#ifndef VKMORPH_FRONTEND_MODULE_TYPECONVERTER_H
#define VKMORPH_FRONTEND_MODULE_TYPECONVERTER_H

#include "frontend/module/Hierarchies.h"
#include "frontend/source/Program.h"
#include "frontend/source/Reporter.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

namespace vkmorph::frontend {

struct TupleElement;

/// For messages: an unnamed one is padding.
inline std::string nameOfBitField(const clang::FieldDecl *field) {
  return field->getName().empty() ? "an unnamed member"
                                  : "member '" + field->getNameAsString() + "'";
}

/// Symbols that are taken, in the module and in the class: a call finds its callee in either.
class SymbolNames {
public:
  /// `wanted` where it is free, else with a number behind it.
  std::string unique(llvm::StringRef wanted);

private:
  llvm::StringSet<> m_taken;
};

/// Converts types; declares a `vkm.record` in the module for each struct that is met.
class TypeConverter {
public:
  /// `classKeys`: of the translated class and its bases.
  TypeConverter(Program &program, Reporter &reporter, mlir::ModuleOp module, SymbolNames &symbols,
                const std::set<std::string> &classKeys);

  /// The type of an object: a scalar, array or record. Null where an error was reported at `loc`.
  mlir::Type convert(clang::QualType type, const clang::ASTContext &ast, mlir::Location loc);
  /// A pointer parameter's type.
  mlir::Type convertPointer(clang::QualType pointee, const clang::ASTContext &ast,
                            mlir::Location loc);
  /// Whether the device's memory can hold the type as the host has it; `what` names the field or
  /// parameter. C++ copies the bytes of a std::pair or std::tuple from an object, not to one.
  bool checkMemory(mlir::Type type, llvm::StringRef what, mlir::Location loc, bool isRead = false);
  bool holdsPair(mlir::Type type) const;

  /// The vector or matrix that a type is to a library of vector maths; null for other types.
  /// Nothing is reported.
  mlir::Type vectorType(clang::QualType type);
  /// Remembers what the source calls a type that is a std::variant, or has elements that are;
  /// `otherwise` where it has no name.
  void noteVariantName(clang::QualType type, const std::string &otherwise = {});
  /// Remembers what the source calls a vector type or a function, for text that the host compiles.
  void noteCppName(const std::string &key, llvm::StringRef name);

  // Hierarchies.cpp
  /// The classes behind an interface; null after an error.
  const Hierarchy *getHierarchy(const clang::CXXRecordDecl *root, mlir::Location loc);
  /// Looks for members of a class, and of its members, that hold pointers to objects.
  void addObjectsOf(const clang::CXXRecordDecl *record);
  /// Of a member for which matchObjectHolder finds a class: its records; null after an error.
  mlir::Type convertHolder(clang::QualType type, const clang::ASTContext &ast, mlir::Location loc);
  /// Those that a class is one of, or a base of some; null where no kernel has objects of it by
  /// pointers.
  const Hierarchy *findHierarchy(const clang::CXXRecordDecl *record);
  /// Those of them that have been used by now.
  const Hierarchy *findKnownHierarchy(const clang::CXXRecordDecl *record) const;
  /// Whether what is const may change in objects of a class; one behind an interface may be of any
  /// of its classes. Null, which is no class, has no such parts.
  bool hasMutableParts(const clang::CXXRecordDecl *record);
  /// Those whose record a type, or what it refers to, is.
  const Hierarchy *findHierarchy(mlir::Type type) const;
  /// The type of an object that is reached by a pointer or reference: one behind an interface, too.
  mlir::Type convertObject(clang::QualType type, const clang::ASTContext &ast, mlir::Location loc);
  /// What a virtual call runs for each class; empty where none has the method.
  llvm::SmallVector<const clang::CXXMethodDecl *>
  findOverriders(const Hierarchy &hierarchy, const clang::CXXMethodDecl *method,
                 const clang::CXXRecordDecl *ofStaticType);
  /// The member of the record that a member of a class is; empty where the device has it not.
  std::string memberName(const Hierarchy &hierarchy, const clang::FieldDecl *field);
  /// Of a member that is a vector, its elements; null for other members, and where the device has
  /// none of them.
  const VectorPool *findPool(const Hierarchy &hierarchy, const clang::FieldDecl *field);
  /// Whether the member of the record is that of other objects, or an array of such.
  bool isWithin(const Hierarchy &hierarchy, const clang::FieldDecl *field);
  /// Whether a member of objects behind an interface, or with std::vectors inside, points or refers
  /// to the object of the translated class. The host checks that of those that are asked for.
  bool isOwner(const clang::FieldDecl *field);
  /// Those that have been used by now.
  llvm::ArrayRef<std::unique_ptr<Hierarchy>> hierarchies() const { return m_hierarchies; }

  // Variants.cpp
  /// The record of a std::variant that a type or the elements of an array of such are; none for
  /// other types.
  vkm::RecordOp findVariant(mlir::Type type) const;
  /// Whether a value of a type is a std::variant, or has some inside: in structs and arrays.
  bool holdsVariants(mlir::Type type) const;
  /// Whether a member or element of that type has another form on the device: records of objects
  /// behind an interface, what holds variants, or arrays of them.
  bool isPacked(mlir::Type type) const;
  /// What a std::vector of the class, an array, or arrays of such have as elements.
  static mlir::Type elementOf(mlir::Type type);
  /// Whether the host can pack a member that holds std::variants: itself, in arrays, in structs.
  bool checkVariants(mlir::Type type, llvm::StringRef what, mlir::Location loc);
  /// The same of the elements of an array that callers give, whose private members nobody names.
  bool checkGiven(mlir::Type element, llvm::StringRef what, mlir::Location loc);

  mlir::IntegerType boolType() const { return mlir::IntegerType::get(m_context, 1); }
  mlir::IntegerType integerType(unsigned width, bool isSigned) const;
  /// What counts the elements that a pointer is moved by. A buffer has less than 2^32 bytes, so
  /// that 32 bits without sign are enough for bytes, and with sign for all larger elements.
  mlir::IntegerType pointerIndexType(mlir::Type element);

  /// The name of a struct's member in its record: also of unnamed members and of base classes.
  std::string memberName(const clang::FieldDecl *field);
  std::string baseName(const clang::CXXRecordDecl *record, const clang::CXXRecordDecl *base);
  /// Base classes that take room in a record, in order of offset.
  static llvm::SmallVector<const clang::CXXRecordDecl *>
  nonEmptyBases(const clang::CXXRecordDecl *record);

private:
  mlir::Type convertBuiltin(const clang::BuiltinType *type, const clang::ASTContext &ast);
  mlir::Type convertRecord(const clang::CXXRecordDecl *record, mlir::Location loc);
  void refuseAgain(const clang::CXXRecordDecl *record, mlir::Location loc);
  std::optional<mlir::Type> convertKnown(const clang::CXXRecordDecl *record, mlir::Location loc);
  bool findElements(const clang::CXXRecordDecl *record, mlir::Location loc,
                    llvm::SmallVectorImpl<TupleElement> &elements);
  /// `use`: where the struct is used whose member it is.
  mlir::Type convertField(const clang::FieldDecl *field, mlir::Location use);
  bool collectMembers(const clang::CXXRecordDecl *record, llvm::ArrayRef<TupleElement> elements,
                      mlir::Location loc, llvm::SmallVectorImpl<mlir::Attribute> &members);
  vkm::RecordOp declareRecord(const clang::CXXRecordDecl *record,
                              llvm::ArrayRef<TupleElement> elements,
                              llvm::ArrayRef<mlir::Attribute> members);
  bool canNameParts(const clang::CXXRecordDecl *record);
  vkm::Layout layOutPacked(llvm::MutableArrayRef<mlir::Attribute> members) const;
  void addParts(const clang::CXXRecordDecl *record, llvm::ArrayRef<mlir::Attribute> path,
                llvm::SmallVectorImpl<mlir::Attribute> &parts);
  bool checkRecord(const clang::CXXRecordDecl *record, mlir::Location loc);
  std::string recordName(const clang::CXXRecordDecl *record);
  mlir::Type convertVariant(const clang::CXXRecordDecl *record, mlir::Location loc);
  std::string nameOfVariant(const clang::CXXRecordDecl *record) const;
  bool isReachable(const clang::CXXRecordDecl *record);
  const Hierarchy *findRelative(const clang::CXXRecordDecl *record) const;
  const clang::CXXRecordDecl *findWithin(const clang::FieldDecl *field);
  bool canBeWithin(const clang::CXXRecordDecl *root);
  mlir::Type convertWithin(const Hierarchy &hierarchy, const clang::FieldDecl *field,
                           mlir::Location loc);
  void declareHierarchy(Hierarchy &hierarchy, mlir::Location loc);
  bool pointsToTranslated(const clang::FieldDecl *field);
  void checkOwner(const Hierarchy &hierarchy, const clang::FieldDecl *field);

  Program &m_program;
  Reporter &m_reporter;
  mlir::ModuleOp m_module;
  mlir::MLIRContext *m_context;
  SymbolNames &m_symbols;
  const std::set<std::string> &m_classKeys; ///< of the translated class and its bases
  /// By key of the struct; null for those that were refused.
  std::map<std::string, mlir::Type> m_records;
  std::vector<std::unique_ptr<Hierarchy>> m_hierarchies;
  std::vector<std::pair<const clang::CXXRecordDecl *, mlir::Location>> m_objectRoots;
  /// What the source calls a type that is a std::variant, by the key of that.
  std::map<std::string, std::string> m_variantNames;
  mlir::Operation *m_lastRecord = nullptr;
  unsigned m_nesting = 0; ///< how many arrays and structs deep convert() is
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_TYPECONVERTER_H
