//===- Roles.cpp - Which class is translated, and what its methods are for -------------------===//

#include "frontend/roles/Roles.h"

#include "frontend/module/ObjectParts.h"
#include "frontend/module/OwnObject.h"
#include "frontend/roles/ThreadIndex.h"
#include "frontend/source/AstWalk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <set>

using namespace vkmorph::frontend;
using namespace clang;
namespace messages = vkmorph::frontend::diag; // clang has a namespace diag, too

StringRef vkmorph::frontend::withoutKernelPrefix(StringRef name) {
  for (StringRef prefix : {"kernel1D_", "kernel2D_", "kernel3D_", "kernel_"})
    if (name.starts_with(prefix) && name.size() > prefix.size())
      return name.drop_front(prefix.size());
  return name;
}

/// 1, 2 or 3 for the name of a kernel, kernelND_X.
static std::optional<unsigned> namedDims(const NamedDecl *method) {
  if (!method->getIdentifier())
    return std::nullopt;
  StringRef name = method->getName();
  if (!name.consume_front("kernel") || name.size() < 4 || name[0] < '1' || name[0] > '3' ||
      name[1] != 'D' || name[2] != '_')
    return std::nullopt;
  return name[0] - '0';
}

std::optional<unsigned> vkmorph::frontend::kernelDims(const Program &program, const Config &config,
                                                      const CXXMethodDecl *method) {
  unsigned dims = 0;
  switch (config.role(program, method, &dims)) {
  case FunctionConfig::Role::Unstated:
    return namedDims(method);
  case FunctionConfig::Role::Kernel:
    return dims;
  default:
    return std::nullopt;
  }
}

bool ClassRoles::isKernel(StringRef key) const {
  return llvm::any_of(kernels, [&](const RoleMethod &method) { return method.key == key; });
}
bool ClassRoles::isControl(StringRef key) const {
  return llvm::any_of(llvm::concat<const RoleMethod>(controls, entries),
                      [&](const RoleMethod &method) { return method.key == key; });
}
const ThreadMethod *ClassRoles::findThreadMethod(StringRef key) const {
  auto found =
      llvm::find_if(threads, [&](const ThreadMethod &method) { return method.key == key; });
  return found == threads.end() ? nullptr : &*found;
}

//===------------------------------------------------------------------------------------------===//
// The class
//===------------------------------------------------------------------------------------------===//

/// The templates among the methods of a class that have the name of a kernel.
static llvm::SmallVector<const FunctionTemplateDecl *>
kernelTemplates(const CXXRecordDecl *record) {
  llvm::SmallVector<const FunctionTemplateDecl *> templates;
  for (const Decl *decl : record->decls())
    if (auto *method = dyn_cast<FunctionTemplateDecl>(decl); method && namedDims(method))
      templates.push_back(method);
  return templates;
}

static bool declaresKernels(const Program &program, const Config &config,
                            const CXXRecordDecl *record) {
  return !kernelTemplates(record).empty() ||
         llvm::any_of(record->methods(), [&](const CXXMethodDecl *method) {
           return kernelDims(program, config, method) || isThreadKernel(method);
         });
}

bool vkmorph::frontend::isSameOrBase(const Program &program, const CXXRecordDecl *base,
                                     const CXXRecordDecl *record) {
  std::string wanted = program.key(base);
  bool found = false;
  forEachClass(record, [&](const CXXRecordDecl *one) { found |= program.key(one) == wanted; });
  return found;
}

static bool hasKernels(const Program &program, const Config &config, const CXXRecordDecl *record) {
  bool found = false;
  forEachClass(record,
               [&](const CXXRecordDecl *one) { found |= declaresKernels(program, config, one); });
  return found;
}

/// Of an instance of a template arguments that are defaults may be left out, or be there.
static bool isNamed(const CXXRecordDecl *record, StringRef name) {
  if (isMeant(qualifiedName(record), name))
    return true;
  auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance)
    return false;
  std::string whole = qualifiedName(instance->getSpecializedTemplate());
  llvm::raw_string_ostream os(whole);
  printTemplateArgumentList(os, instance->getTemplateArgs().asArray(),
                            record->getASTContext().getPrintingPolicy());
  return isMeant(whole, name);
}

/// The template that a name with arguments is about.
static const ClassTemplateDecl *findTemplate(const DeclContext *context, StringRef name) {
  for (const Decl *decl : context->decls()) {
    auto *found = dyn_cast<ClassTemplateDecl>(decl);
    const DeclContext *inner = found ? found->getTemplatedDecl() : dyn_cast<DeclContext>(decl);
    if (found && found->isThisDeclarationADefinition() && isMeant(qualifiedName(found), name))
      return found;
    // Functions have no templates inside.
    if (inner && !isa<FunctionDecl>(inner))
      if (const ClassTemplateDecl *member = findTemplate(inner, name))
        return member;
  }
  return nullptr;
}

static const ClassTemplateDecl *findTemplate(const Program &program, StringRef name) {
  if (!name.contains('<'))
    return nullptr;
  StringRef whole = name.take_until([](char c) { return c == '<'; });
  for (const auto &source : program.sources())
    if (auto *found = findTemplate(source->ast().getTranslationUnitDecl(), whole))
      return found;
  return nullptr;
}

/// Why no class of another file can derive from this one; empty where it can.
static std::string whyNotNameable(const CXXRecordDecl *record) {
  if (record->getParentFunctionOrMethod())
    return "is local to a function";
  if (record->isInAnonymousNamespace())
    return "is in an unnamed namespace";
  if (isa<CXXRecordDecl>(record->getDeclContext()))
    return "is a member of another class";
  return {};
}

static bool isTranslatable(Program &program, Reporter &reporter, const CXXRecordDecl *record) {
  mlir::Location loc = program.sourceOf(record).text().location(record->getLocation());
  std::string name = qualifiedName(record);
  if (std::string why = whyNotNameable(record); !why.empty()) {
    reporter.report(loc, messages::ClassNotNameable, {name, why});
    return false;
  }
  if (record->hasAttr<FinalAttr>()) {
    reporter.report(loc, messages::ClassFinal, {name});
    return false;
  }
  if (record->getNumVBases() > 0) {
    reporter.report(loc, messages::VirtualBase,
                    {name, record->vbases_begin()->getType().getAsString()});
    return false;
  }
  return true;
}

const CXXRecordDecl *vkmorph::frontend::selectClass(Program &program, const Config &config,
                                                    Reporter &reporter, mlir::MLIRContext &context,
                                                    StringRef name) {
  mlir::Location nowhere = mlir::UnknownLoc::get(&context);
  auto locationOf = [&](const CXXRecordDecl *record) {
    return program.sourceOf(record).text().location(record->getLocation());
  };
  // The kernels of an instance of a template are those of a class that derives from it: only that
  // one has a name.
  auto hasOwnKernels = [&](const CXXRecordDecl *record) {
    return declaresKernels(program, config, record) ||
           llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &base) {
             auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                 base.getType()->getAsCXXRecordDecl());
             return instance && instance->hasDefinition() &&
                    hasKernels(program, config, instance->getDefinition());
           });
  };
  llvm::SmallVector<const CXXRecordDecl *> candidates;
  for (const CXXRecordDecl *record : program.classes())
    if (name.empty() ? hasOwnKernels(record) : isNamed(record, name))
      candidates.push_back(record);
  // Of a base and its derived class both with kernels the most derived is meant.
  if (name.empty())
    llvm::erase_if(candidates, [&](const CXXRecordDecl *base) {
      return llvm::any_of(candidates, [&](const CXXRecordDecl *derived) {
        return derived != base && isSameOrBase(program, base, derived);
      });
    });
  // A name that is exact wins over those that end in it.
  if (!name.empty() && candidates.size() > 1) {
    auto exact = llvm::find_if(candidates, [&](const CXXRecordDecl *record) {
      return withoutBlanks(qualifiedName(record)) == withoutBlanks(name.ltrim(':'));
    });
    if (exact != candidates.end())
      candidates = {*exact};
  }

  if (candidates.empty()) {
    llvm::SmallVector<Reporter::Note> notes;
    for (const CXXRecordDecl *record : program.classes())
      if (!name.empty() && hasKernels(program, config, record))
        notes.push_back(
            {locationOf(record), "class with kernels: '" + qualifiedName(record) + "'"});
    if (name.empty())
      reporter.report(nowhere, messages::NoClassWithKernels);
    else if (const ClassTemplateDecl *pattern = findTemplate(program, name))
      reporter.report(program.sourceOf(pattern).text().location(pattern->getLocation()),
                      messages::ClassNotInstantiated, {name.str()});
    else
      reporter.report(nowhere, messages::NoSuchClass, {name.str()}, notes);
    return nullptr;
  }
  if (candidates.size() > 1) {
    llvm::SmallVector<Reporter::Note> notes;
    for (const CXXRecordDecl *record : candidates)
      notes.push_back({locationOf(record), "candidate: '" + qualifiedName(record) + "'"});
    if (name.empty())
      reporter.report(nowhere, messages::AmbiguousClass, {}, notes);
    else
      reporter.report(nowhere, messages::AmbiguousName, {name.str()}, notes);
    return nullptr;
  }
  const CXXRecordDecl *record = candidates.front();
  if (!hasKernels(program, config, record)) {
    reporter.report(locationOf(record), messages::ClassWithoutKernels, {qualifiedName(record)});
    return nullptr;
  }
  return isTranslatable(program, reporter, record) ? record : nullptr;
}

//===------------------------------------------------------------------------------------------===//
// Its methods
//===------------------------------------------------------------------------------------------===//

namespace {

/// Collects the methods that a body calls on 'this'.
class CallsOnThis : public AstWalk {
public:
  explicit CallsOnThis(IsTranslated isTranslated) : m_isTranslated(isTranslated) {}
  bool visitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const Expr *object = call->getImplicitObjectArgument();
    auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    if (object && call->getMethodDecl() && namesOwnObject(object, m_isTranslated))
      called.push_back({call, call->getMethodDecl(), member && member->hasQualifier()});
    return true;
  }

  struct Call {
    const CXXMemberCallExpr *expr;
    const CXXMethodDecl *method;
    bool isQualified; ///< `Base::Run()` calls that one, whatever overrides it
  };
  std::vector<Call> called;

private:
  IsTranslated m_isTranslated;
};

} // namespace

/// Whether the class finds `derived` by the name of `base`: it overrides that, or hides it.
static bool replaces(const CXXMethodDecl *derived, const CXXMethodDecl *base) {
  if (derived->getDeclName() != base->getDeclName() ||
      derived->getNumParams() != base->getNumParams())
    return false;
  const ASTContext &ast = derived->getASTContext();
  for (auto [a, b] : llvm::zip(derived->parameters(), base->parameters()))
    if (!ast.hasSameUnqualifiedType(a->getType(), b->getType()))
      return false;
  return true;
}

/// Whether `derived` overrides `base`, at once or through classes between them.
static bool overrides(const CXXMethodDecl *derived, const CXXMethodDecl *base) {
  return llvm::any_of(derived->overridden_methods(), [&](const CXXMethodDecl *one) {
    return one->getCanonicalDecl() == base->getCanonicalDecl() || overrides(one, base);
  });
}

/// Whether no call through an object of `record` finds `base`, since `record` declares its name.
/// What is virtual is still reached through the base class.
static bool isHidden(const CXXMethodDecl *base, const CXXRecordDecl *record) {
  if (base->isVirtual() || !record->isDerivedFrom(base->getParent()))
    return false;
  auto declared = record->lookup(base->getDeclName());
  return !declared.empty() && llvm::none_of(declared, [&](const NamedDecl *decl) {
    return decl->getUnderlyingDecl()->getCanonicalDecl() == base->getCanonicalDecl();
  });
}

static bool canHaveRole(const CXXMethodDecl *method) {
  return !isa<CXXConstructorDecl, CXXDestructorDecl>(method) && !method->isImplicit() &&
         !method->isDeleted() && !method->getDescribedFunctionTemplate();
}

namespace {
/// Finds out which methods of a class are kernels and control functions.
class RoleFinder {
public:
  RoleFinder(Program &program, const Config &config, Reporter &reporter,
             const CXXRecordDecl *record)
      : m_program(program), m_config(config), m_reporter(reporter), m_record(record) {}

  ClassRoles find();

private:
  struct Call {
    const CXXMemberCallExpr *expr;
    std::string key; ///< of what runs there
  };
  struct Method {
    RoleMethod role;
    std::vector<Call> calls;
    bool launches = false; ///< a kernel or a control function
    bool isNeeded = false;
    bool isInstance = false; ///< of a member template
    bool isStated = false;   ///< by the config file
    bool isOnHost = false;   ///< it has loops over threads, and a block driver has them for the GPU
    bool isDriven = false;   ///< it runs once per thread, and the generated class has the loops
    bool isResolved = false; ///< whether it runs per thread has been found out
    /// Says which thread runs, by a parameter that is no part of its own index.
    const Expr *computedIndex = nullptr;
    std::optional<ThreadMethod> thread = std::nullopt;
  };

  void collectMethods();
  void addMethodsOf(const CXXRecordDecl *one);
  void addInstances();
  std::vector<CallsOnThis::Call> findCallsOnThis(const FunctionDecl *definition) const;
  void findStatedRole(Method &method);
  std::vector<Call> findCalls(const Method &method) const;
  std::vector<std::pair<const Call *, const ThreadMethod *>>
  findThreadCalls(const Method &method) const;
  void findThreadRole(Method &method);
  void resolveThreadRole(Method &method);
  const Method *findBlockDriver(const CXXMethodDecl *thread) const;
  const NamedDecl *findBlockMember(const Method &thread) const;
  std::string whyNotDriven(const Method &thread) const;
  bool isBesideDriver(const Method &method, const CXXMethodDecl *thread) const;
  void takeCounted(Method &method);
  void checkThreads();
  void reportNotReached(const Method &method, bool hasDriver);
  void spreadControl();
  void findNeeded();

  bool launches(const std::string &key) const {
    auto found = m_byKey.find(key);
    return found != m_byKey.end() && found->second->launches;
  }

  Program &m_program;
  const Config &m_config;
  Reporter &m_reporter;
  const CXXRecordDecl *m_record;
  std::vector<Method> m_methods; ///< in order of declaration, bases first
  std::map<std::string, std::string> m_overriders;
  std::set<std::string> m_classKeys;
  llvm::StringMap<Method *> m_byKey;
};
} // namespace

void RoleFinder::addMethodsOf(const CXXRecordDecl *one) {
  llvm::SmallVector<const CXXMethodDecl *> own;
  llvm::copy_if(one->methods(), std::back_inserter(own), canHaveRole);
  for (Method &base : m_methods)
    base.role.isReplaced |= base.role.dims == 0 && isHidden(base.role.decl, one);
  for (const CXXMethodDecl *method : own) {
    Method added;
    added.role = {method, m_program.definition(method),
                  kernelDims(m_program, m_config, method).value_or(0), m_program.key(method)};
    for (Method &base : m_methods) {
      base.role.isReplaced |= replaces(method, base.role.decl);
      if (overrides(method, base.role.decl))
        m_overriders[base.role.key] = added.role.key;
    }
    m_methods.push_back(std::move(added));
  }
}

/// Of templates those instances that methods of the class call, in whatever translation unit, or
/// other instances.
void RoleFinder::addInstances() {
  std::set<std::string> called, known;
  for (size_t index = 0; index < m_methods.size(); ++index) {
    const FunctionDecl *definition = m_methods[index].role.definition;
    if (!definition || m_methods[index].role.dims > 0)
      continue;
    for (const CallsOnThis::Call &call : findCallsOnThis(definition)) {
      const FunctionTemplateDecl *pattern = call.method->getPrimaryTemplate();
      if (!pattern)
        continue;
      if (namedDims(pattern))
        called.insert(m_program.key(pattern));
      std::string key = m_program.key(call.method);
      if (!known.insert(key).second)
        continue;
      Method instance;
      unsigned dims = namedDims(pattern).value_or(0);
      instance.role = {call.method, m_program.definition(call.method), dims, std::move(key),
                       /*isReplaced=*/dims == 0};
      instance.isInstance = true;
      m_methods.push_back(std::move(instance));
    }
  }
  forEachClass(m_record, [&](const CXXRecordDecl *one) {
    for (const FunctionTemplateDecl *kernel : kernelTemplates(one))
      if (!called.count(m_program.key(kernel)))
        m_reporter.report(m_program.sourceOf(kernel).text().location(kernel->getLocation()),
                          messages::KernelNotCalled, {displayName(kernel)});
  });
}

void RoleFinder::collectMethods() {
  forEachClass(m_record, [&](const CXXRecordDecl *one) {
    m_classKeys.insert(m_program.key(one));
    if (!m_program.isLibrary(one))
      addMethodsOf(one);
  });
  addInstances();
  for (Method &method : m_methods)
    m_byKey[method.role.key] = &method;
}

/// The calls of methods on the object, as the text has them.
std::vector<CallsOnThis::Call> RoleFinder::findCallsOnThis(const FunctionDecl *definition) const {
  auto isTranslated = [&](const CXXRecordDecl *one) {
    return m_classKeys.count(m_program.key(one)) > 0;
  };
  CallsOnThis visitor(isTranslated);
  visitor.walk(definition->getBody());
  return std::move(visitor.called);
}

/// What a method calls on the object.
std::vector<RoleFinder::Call> RoleFinder::findCalls(const Method &method) const {
  std::vector<Call> calls;
  for (const CallsOnThis::Call &call : findCallsOnThis(method.role.definition)) {
    std::string key = m_program.key(call.method);
    // A virtual call reaches the class's own version.
    if (auto overrider = m_overriders.find(key);
        overrider != m_overriders.end() && !call.isQualified)
      key = overrider->second;
    calls.push_back({call.expr, std::move(key)});
  }
  return calls;
}

/// What its name, its attributes and the config file say.
void RoleFinder::findStatedRole(Method &method) {
  const CXXMethodDecl *decl = method.role.decl;
  FunctionConfig::Role stated = m_config.role(m_program, decl);
  if (stated == FunctionConfig::Role::None)
    return;
  method.isStated = stated != FunctionConfig::Role::Unstated;
  if (!method.isStated && !method.isInstance && isThreadKernel(decl))
    method.thread = {decl, method.role.key, findNamedThreadIndex(decl), /*isKernel=*/true};
  method.launches = method.role.dims > 0 || stated == FunctionConfig::Role::Control;
  if (method.role.dims == 0 && method.role.definition)
    method.calls = findCalls(method);
}

/// The method CastRayBlock beside CastRay; null where there is none.
const RoleFinder::Method *RoleFinder::findBlockDriver(const CXXMethodDecl *thread) const {
  std::string name = thread->getNameAsString() + "Block";
  auto found = llvm::find_if(m_methods, [&](const Method &method) {
    return method.role.definition && method.role.decl->getNameAsString() == name;
  });
  return found == m_methods.end() ? nullptr : &*found;
}

/// Whether a method that has loops over threads, and that the generated class cannot override, is
/// no block driver: another one is, by its name.
bool RoleFinder::isBesideDriver(const Method &method, const CXXMethodDecl *thread) const {
  const CXXMethodDecl *decl = method.role.decl;
  const Method *driver = findBlockDriver(thread);
  if (!driver || decl->isVirtual() || StringRef(decl->getNameAsString()).ends_with("Block"))
    return false;
  m_reporter.report(m_program.sourceOf(decl).text().location(decl->getLocation()),
                    messages::ThreadsOnHost,
                    {displayName(decl), displayName(thread), displayName(driver->role.decl)});
  return true;
}

/// The calls of what runs once per thread: those that tell most about the index first.
std::vector<std::pair<const RoleFinder::Call *, const ThreadMethod *>>
RoleFinder::findThreadCalls(const Method &method) const {
  std::vector<std::pair<const Call *, const ThreadMethod *>> calls;
  auto tellsMore = [](const auto &a, const auto &b) {
    return a.second->index.size() > b.second->index.size();
  };
  for (const Call &call : method.calls)
    if (auto found = m_byKey.find(call.key); found != m_byKey.end() && found->second->thread) {
      std::pair<const Call *, const ThreadMethod *> one(&call, &*found->second->thread);
      calls.insert(llvm::upper_bound(calls, one, tellsMore), one);
    }
  return calls;
}

/// A method that calls one that runs per thread: its loops are those over the threads, which makes
/// it a control function, or it runs per thread, too.
void RoleFinder::findThreadRole(Method &method) {
  auto calls = findThreadCalls(method);
  if (calls.empty())
    return;
  ThreadMethod thread = {method.role.decl, method.role.key, findNamedThreadIndex(method.role.decl),
                         /*isKernel=*/false};
  bool isNamed = !thread.index.empty();
  llvm::SmallVector<std::pair<const Expr *, ThreadIndexUse>> computed;
  for (auto [call, callee] : calls)
    for (unsigned number : callee->index) {
      if (number >= call->expr->getNumArgs())
        continue;
      const Expr *argument = call->expr->getArg(number);
      ThreadIndexUse use = findThreadIndexUse(argument, method.role.definition);
      if (use.isCounted) {
        method.isOnHost = isBesideDriver(method, callee->decl);
        method.launches = !method.isOnHost;
        return;
      }
      if (!use.parameter)
        computed.push_back({argument, std::move(use)});
      else if (!llvm::is_contained(thread.index, *use.parameter))
        thread.index.push_back(*use.parameter);
    }
  // tidY * width + tidX says by its names which of them are the index; y * width + x does not.
  for (auto &[argument, use] : computed)
    if (!isNamed && llvm::any_of(use.from, [&](unsigned number) {
          return !llvm::is_contained(thread.index, number);
        }))
      method.computedIndex = argument;
  method.thread = std::move(thread);
}

/// What a method calls is known before the method is.
void RoleFinder::resolveThreadRole(Method &method) {
  if (std::exchange(method.isResolved, true) || method.launches || method.thread ||
      method.isStated || method.isInstance || !method.role.definition)
    return;
  for (const Call &call : method.calls)
    if (auto found = m_byKey.find(call.key); found != m_byKey.end())
      resolveThreadRole(*found->second);
  findThreadRole(method);
}

/// What the class or a base has by the name CastRayBlock, beside CastRay; null where there is none.
const NamedDecl *RoleFinder::findBlockMember(const Method &thread) const {
  std::string name = thread.role.decl->getNameAsString() + "Block";
  const NamedDecl *found = nullptr;
  forEachClass(m_record, [&](const CXXRecordDecl *one) {
    for (const Decl *decl : one->decls())
      if (auto *named = dyn_cast<NamedDecl>(decl); named && named->getNameAsString() == name)
        found = named;
  });
  return found;
}

/// Why the generated class cannot have the loops over the threads of a method that nothing calls;
/// empty where it can.
std::string RoleFinder::whyNotDriven(const Method &thread) const {
  const CXXMethodDecl *decl = thread.role.decl;
  const auto &index = thread.thread->index;
  std::string name = "'" + displayName(decl) + "'";
  if (!decl->getIdentifier())
    return name + " is an operator";
  if (decl->getAccess() != AS_public)
    return name + " is not public";
  if (decl->isVariadic())
    return name + " takes any number of arguments";
  if (decl->getRefQualifier() == RQ_RValue)
    return name + " is for temporaries only";
  if (!decl->getReturnType()->isVoidType())
    return name + " returns a value";
  if (index.empty() || thread.computedIndex)
    return "a thread's index is none of the integers that " + name +
           " takes, and none of these is called tid, tidX, tidY or tidZ";
  if (index.size() > 3)
    return "a thread's index has " + std::to_string(index.size()) + " numbers here, not three";
  if (findBlockMember(thread))
    return "the class has a member '" + decl->getNameAsString() + "Block' already";
  return "";
}

/// `while (n-- > 0) kernel_X(n);`: where nothing calls it in other loops, these are the loops over
/// the threads.
void RoleFinder::takeCounted(Method &method) {
  const FunctionDecl *definition = method.role.definition;
  for (auto [call, callee] : findThreadCalls(method))
    for (unsigned number : callee->index) {
      if (number >= call->expr->getNumArgs())
        continue;
      const Expr *argument = call->expr->getArg(number);
      if (llvm::none_of(findThreadIndexUse(argument, definition).from, [&](unsigned parameter) {
            return isCountedAround(argument, definition->getParamDecl(parameter), definition);
          }))
        continue;
      method.thread.reset();
      method.isOnHost = isBesideDriver(method, callee->decl);
      method.launches = !method.isOnHost;
      return;
    }
}

void RoleFinder::reportNotReached(const Method &method, bool hasDriver) {
  const CXXMethodDecl *decl = method.role.decl;
  SourceText &text = m_program.sourceOf(decl).text();
  mlir::Location loc = text.location(decl->getLocation());
  // Of a kernel_X the loops belong to whoever calls several of them.
  llvm::SmallVector<Reporter::Note> notes;
  if (!method.thread->isKernel) {
    mlir::Location where =
        method.computedIndex ? text.location(method.computedIndex->getSourceRange()) : loc;
    notes.push_back({where, "the generated class has no loops over its threads, since " +
                                whyNotDriven(method)});
  }
  std::string name = decl->getIdentifier() ? withoutKernelPrefix(decl->getName()).str() : "Run";
  m_reporter.report(loc, hasDriver ? messages::ThreadsNotReached : messages::ThreadsWithoutLoops,
                    {displayName(decl), name}, notes);
}

/// Methods that run per thread, but no loops over threads reach them.
void RoleFinder::checkThreads() {
  std::set<std::string> called;
  bool isCalledByKernel = false;
  for (const Method &method : m_methods) {
    // A kernel with loops of its own may call them, too.
    bool isKernel = method.role.dims > 0 && method.role.definition;
    for (const Call &call : isKernel ? findCalls(method) : method.calls)
      if (auto found = m_byKey.find(call.key); found != m_byKey.end() && found->second->thread) {
        called.insert(call.key);
        isCalledByKernel |= isKernel;
      }
  }
  for (Method &method : m_methods)
    if (method.thread && !method.thread->isKernel && !called.count(method.role.key))
      takeCounted(method);
  auto reachesThreads = [&](const Method &method) {
    return method.launches && !findThreadCalls(method).empty();
  };
  bool hasDriver = isCalledByKernel || llvm::any_of(m_methods, reachesThreads);
  for (Method &method : m_methods) {
    if (!method.thread || method.role.isReplaced || called.count(method.role.key))
      continue;
    method.isDriven =
        !method.thread->isKernel && method.role.definition && whyNotDriven(method).empty();
    if (!method.isDriven)
      reportNotReached(method, hasDriver);
  }
}

/// A function that calls a control function is a control function as well.
void RoleFinder::spreadControl() {
  for (bool changed = true; changed;) {
    changed = false;
    for (Method &method : m_methods)
      if (!method.launches &&
          llvm::any_of(method.calls, [&](const Call &call) { return launches(call.key); }))
        method.launches = changed = true;
  }
}

/// One that is overridden or hidden is there for those that call it by its class, or in it.
void RoleFinder::findNeeded() {
  std::vector<Method *> needed;
  for (Method &method : m_methods)
    if (method.launches && !method.role.isReplaced)
      needed.push_back(&method);
  while (!needed.empty()) {
    Method *method = needed.back();
    needed.pop_back();
    if (std::exchange(method->isNeeded, true))
      continue;
    for (const Call &call : method->calls)
      if (launches(call.key))
        needed.push_back(m_byKey[call.key]);
  }
}

ClassRoles RoleFinder::find() {
  collectMethods();
  for (Method &method : m_methods)
    findStatedRole(method);
  for (Method &method : m_methods)
    resolveThreadRole(method);
  checkThreads();
  spreadControl();
  findNeeded();
  ClassRoles roles;
  roles.record = m_record;
  for (const Method &method : m_methods) {
    if (method.thread)
      roles.threads.push_back(*method.thread);
    if (method.isDriven)
      roles.driven.push_back(method.role);
    bool isCalledFromOutside = method.isStated && method.role.decl->getAccess() == AS_public;
    if (isCalledFromOutside && method.role.dims > 0 && method.role.definition &&
        !method.role.isReplaced)
      roles.entries.push_back(method.role);
    if (!method.isNeeded)
      continue;
    if (method.role.dims == 0)
      roles.controls.push_back(method.role);
    else if (method.role.definition)
      roles.kernels.push_back(method.role);
    else
      roles.undefinedKernels.push_back(method.role.decl);
  }
  return roles;
}

ClassRoles vkmorph::frontend::findRoles(Program &program, const Config &config, Reporter &reporter,
                                        const CXXRecordDecl *record) {
  return RoleFinder(program, config, reporter, record).find();
}
