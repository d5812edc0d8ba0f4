//===- Words.cpp - Words that OpenCL C keeps for itself ---------------------------------------===//

#include "backends/openclc/raise/Raise.h"

using namespace vkmorph;

/// Keywords of C99 and OpenCL C, its types, and what its headers define as macros.
static constexpr llvm::StringLiteral kKeywords =
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while bool true false kernel global local constant private "
    "generic read_only write_only read_write uniform pipe half quad complex imaginary uchar "
    "ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t vec_step asm typeof image1d_t "
    "image2d_t image3d_t image1d_array_t image1d_buffer_t image2d_array_t image2d_depth_t "
    "image2d_array_depth_t image2d_msaa_t image2d_array_msaa_t sampler_t event_t queue_t "
    "clk_event_t ndrange_t reserve_id_t cl_mem_fence_flags memory_order memory_scope "
    "memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel "
    "memory_order_seq_cst memory_scope_work_item memory_scope_work_group memory_scope_device "
    "memory_scope_all_svm_devices memory_scope_sub_group atomic_int atomic_uint atomic_long "
    "atomic_ulong atomic_float atomic_double atomic_flag atomic_size_t atomic_ptrdiff_t "
    "atomic_intptr_t atomic_uintptr_t INFINITY NAN MAXFLOAT HUGE_VALF HUGE_VAL NULL CHAR_BIT "
    "CHAR_MAX CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX "
    "INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX FLT_DIG FLT_MANT_DIG FLT_MAX_10_EXP "
    "FLT_MAX_EXP FLT_MIN_10_EXP FLT_MIN_EXP FLT_RADIX FLT_MAX FLT_MIN FLT_EPSILON M_E_F "
    "M_LOG2E_F M_LOG10E_F M_LN2_F M_LN10_F M_PI_F M_PI_2_F M_PI_4_F M_1_PI_F M_2_PI_F "
    "M_2_SQRTPI_F M_SQRT2_F M_SQRT1_2_F M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 "
    "M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 DBL_MAX DBL_MIN DBL_EPSILON HALF_MAX HALF_MIN "
    "HALF_EPSILON VULKAN CLSPV main as_float as_int as_uint as_long as_ulong";

/// The functions of OpenCL C that no other function or variable may hide.
static constexpr llvm::StringLiteral kFunctions =
    "abs abs_diff acos acosh acospi add_sat all any asin asinh asinpi async_work_group_copy "
    "atan atan2 atan2pi atanh atanpi barrier bitselect cbrt ceil clamp clz copysign cos cosh "
    "cospi cross ctz degrees distance dot enqueue_kernel erf erfc exp exp10 exp2 expm1 fabs "
    "fast_distance fast_length fast_normalize fdim floor fma fmax fmin fmod fract frexp "
    "get_enqueued_local_size get_fence get_global_id get_global_linear_id get_global_offset "
    "get_global_size get_group_id get_local_id get_local_linear_id get_local_size "
    "get_num_groups get_num_sub_groups get_sub_group_id get_sub_group_local_id "
    "get_sub_group_size get_max_sub_group_size get_work_dim hadd hypot ilogb isequal isfinite "
    "isgreater isgreaterequal isinf isless islessequal islessgreater isnan isnormal isnotequal "
    "isordered isunordered ldexp length lgamma lgamma_r log log10 log1p log2 logb mad mad24 "
    "mad_hi mad_sat max maxmag mem_fence min minmag mix modf mul24 mul_hi nan nextafter "
    "normalize popcount pow pown powr prefetch printf radians read_imagef read_imagei "
    "read_imageui read_mem_fence remainder remquo rhadd rint rootn rotate round rsqrt select "
    "shuffle shuffle2 sign signbit sin sincos sinh sinpi smoothstep sqrt step sub_sat tan tanh "
    "tanpi tgamma to_global to_local to_private trunc upsample wait_group_events write_imagef "
    "write_imagei write_imageui write_mem_fence";

static void addKeywords(llvm::StringSet<> &set) {
  addWords(set, kKeywords);
  for (const char *scalar : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                             "float", "double", "half", "bool"})
    for (const char *size : {"2", "3", "4", "8", "16"})
      set.insert(std::string(scalar) + size);
}

static void addFunctions(llvm::StringSet<> &set) {
  addWords(set, kFunctions);
  // With less precision: a user's `half_width` is a name like any other.
  for (llvm::StringRef function : {"cos", "divide", "exp", "exp2", "exp10", "log", "log2", "log10",
                                   "powr", "recip", "rsqrt", "sin", "sqrt", "tan"})
    for (const char *precision : {"half_", "native_"})
      set.insert(precision + function.str());
  for (llvm::StringRef function :
       {"add", "sub", "xchg", "inc", "dec", "cmpxchg", "min", "max", "and", "or", "xor"})
    for (const char *family : {"atom_", "atomic_"})
      set.insert(family + function.str());
  for (llvm::StringRef function :
       {"init", "load", "store", "exchange", "compare_exchange_strong", "compare_exchange_weak",
        "fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and", "fetch_min", "fetch_max",
        "flag_test_and_set", "flag_clear"})
    for (const char *order : {"", "_explicit"})
      set.insert(("atomic_" + function + order).str());
  set.insert("atomic_work_item_fence");
}

NamingRules vkmorph::openclc::getNamingRules() {
  static const llvm::StringSet<> keywords = [] {
    llvm::StringSet<> set;
    addKeywords(set);
    return set;
  }();
  static const llvm::StringSet<> functions = [] {
    llvm::StringSet<> set;
    addFunctions(set);
    return set;
  }();
  // Families that grow with versions and extensions, and whose names mean nothing else to users.
  static constexpr llvm::StringRef prefixes[] = {
      "CLK_",  "cl_",    "clspv_",      "convert_",   "FP_FAST",   "CL_",
      "vload", "vstore", "work_group_", "sub_group_", "get_image_"};
  NamingRules rules;
  rules.reserved = &keywords;
  rules.builtins = &functions;
  rules.reservedPrefixes = prefixes;
  return rules;
}
