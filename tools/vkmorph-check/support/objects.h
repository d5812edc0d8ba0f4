// An original and a generated object that are treated alike, and the data of the calls they get.
#pragma once

#include "device.h"
#include "guarded.h"
#include "plan.h"
#include "subject.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vkmorph::check {

class CallData;

struct FreeObject {
  void operator()(void *memory) const;
};

/// Reads the members of an object: where they are, or the records of those that shaders have in
/// another form.
class MemberReader {
public:
  void *field(const MemberInfo &info, void *object);
  VectorElements vector(const VectorInfo &info, void *object);

private:
  std::map<const void *, std::vector<uint8_t>> m_records; ///< by their row of the table
};

/// What the members of the objects of one case get before the first call.
struct MemberDraw {
  struct Member {
    MemberInput input;
    size_t index; ///< of the member, or of the vector
    bool isVector;
    /// How it is drawn; nothing: it stays as the constructor leaves it.
    std::optional<Reach> reach;
    std::string kept;     ///< why it stays
    bool isEmpty = false; ///< a vector without elements
  };
  std::vector<Member> members;
  std::vector<std::string> earlier; ///< functions that are called first

  /// All that a function finds are drawn, if the case draws any.
  static MemberDraw make(const Subject &subject, const Plan &plan, const ControlFunction &function,
                         const Case &which);
};

/// An object of the original class. Members that no constructor initialises are 0. `number`: of the
/// object in its case.
class OriginalObject {
public:
  OriginalObject(const Subject &subject, const Plan &plan, const Case &which,
                 const MemberDraw &draw = {}, size_t number = 0);
  ~OriginalObject();
  OriginalObject(const OriginalObject &) = delete;
  OriginalObject &operator=(const OriginalObject &) = delete;

  void *get() const { return m_memory.get(); }
  /// Whether the statements of --setup changed a member: it stays as they leave it.
  bool isSetUp(size_t index, bool isVector) const {
    return isVector ? m_setUpVectors[index] : m_setUpFields[index];
  }
  /// "m_scale = 0.5, m_mode = 2" of the members that were drawn; before them what the constructor
  /// got.
  std::string describe(const MemberDraw &draw) const;
  /// Where a member is; of packed ones the records, which are a copy.
  void *field(size_t index) const;
  VectorElements vector(size_t index) const;

  /// Names of the functions that were called first.
  const std::vector<std::string> &earlier() const { return m_earlier; }

private:
  void setUp();
  void callEarlier(const Plan &plan, const Case &which, const MemberDraw &draw, size_t number);
  void drawMembers(const Plan &plan, const Case &which, const MemberDraw &draw, size_t number);

  const Subject &m_subject;
  std::unique_ptr<void, FreeObject> m_memory;
  std::string m_construction; ///< the constructor's arguments
  std::vector<std::string> m_earlier;
  std::vector<bool> m_setUpFields, m_setUpVectors;
  mutable MemberReader m_reader;
};

/// The original and the generated object of one class, constructed from the same arguments and set
/// up by the same statements. Members that no constructor initialises are 0 in both; those that are
/// drawn are alike.
class Objects {
public:
  Objects(const Subject &subject, const DeviceContext &device, const Plan &plan, const Case &which,
          const MemberDraw &draw = {}, size_t number = 0);
  ~Objects();
  Objects(const Objects &) = delete;
  Objects &operator=(const Objects &) = delete;

  void *original() const { return m_original.get(); }
  /// The members that were drawn, as they are now.
  std::string describe(const MemberDraw &draw) const { return m_original.describe(draw); }
  void *generated() const { return m_generated.get(); }
  /// The generated one as its base class.
  void *base() const { return m_subject.base(generated()); }

  /// Where a member is, of the original or of the generated object; of packed ones the records.
  void *field(size_t index, bool ofGenerated) const;
  /// What a vector is, of the original or of the generated object.
  VectorElements vector(size_t index, bool ofGenerated) const;
  /// Gives the generated object the values of the original's members.
  void adopt();
  /// Gives the vectors of the generated object the capacity that the other ones' original has.
  void reserve(const Objects &other);
  /// To be called before each call whose growth is asked for.
  void noteSizes();
  /// Whether something is larger than in all earlier calls, before or behind the call, or this is
  /// the first one: then the generated object may need more of the device. To be asked once behind
  /// each call; all calls are of one control function.
  bool hasGrown(const CallData &data);

private:
  void give(const Packing &packing, const void *from, void *to, size_t bytes) const;

  const Subject &m_subject;
  OriginalObject m_original;
  std::unique_ptr<void, FreeObject> m_generated;
  mutable MemberReader m_reader; ///< of the generated one
  /// Elements of each vector before the call.
  std::vector<uint64_t> m_before;
  /// The most elements of each array of the caller's, and of each vector behind a call and before
  /// one; none before the first call.
  std::vector<uint64_t> m_most;
};

/// The seed of the data with that number, of those that the calls of a case get.
uint64_t seedOfData(const Case &which, size_t data);

/// The arguments of one call, once for the CPU and once for the GPU, with copies of what went in.
class CallData {
public:
  CallData(const Subject &subject, const ControlFunction &function, const Plan &plan,
           const Case &which, uint64_t seed);

  /// Draws the contents of buffers, as many elements as the original object's extents ask for,
  /// unless they are there already: the second call goes on with what the first one wrote. Returns
  /// a reason not to run; empty where there is none.
  std::string prepare(void *original);
  /// Copies that messages take the inputs from; to be called before each call.
  void remember();

  Arguments &cpu() { return m_cpu; }
  Arguments &gpu() { return m_gpu; }
  GuardedArray &cpuArray(size_t parameter) { return m_cpuArrays[parameter]; }
  GuardedArray &gpuArray(size_t parameter) { return m_gpuArrays[parameter]; }
  const GuardedArray &input(size_t parameter) const { return m_inputs[parameter]; }
  uint64_t count(size_t parameter) const { return m_counts[parameter]; }
  const std::vector<uint64_t> &counts() const { return m_counts; }
  /// Gives the GPU's arrays the contents of the CPU's.
  void adopt();
  /// "n = 257, scale = 1.5".
  std::string describeValues() const;
  /// "a[3] = 2, b[3] = -1": the inputs with an index.
  std::string describeInputs(size_t index) const;
  /// What went in.
  InputTraits traits() const;

private:
  const ControlFunction &m_function;
  const Plan &m_plan;
  const Case &m_case;
  Random m_random;
  bool m_isUniform; ///< elements of one array are alike
  std::vector<std::vector<uint8_t>> m_values;
  std::vector<uint64_t> m_counts;
  std::vector<GuardedArray> m_cpuArrays, m_gpuArrays, m_inputs;
  Arguments m_cpu, m_gpu;
  bool m_isFilled = false;
};

} // namespace vkmorph::check
