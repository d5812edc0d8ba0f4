# The lit suite of the compiler's parts: which files are tests, which tools and features they have. That of whole programs
# (test/programs) begins with it.
#
# Tools are found by name: those of the build folder first, then LLVM's (FileCheck, not, count, split-file), then the
# system's (glslangValidator, spirv-val). Substitutions beyond lit's own:
#
#   %python        the Python that CMake found
#   %cxx           the C++ compiler of this build
#   %src_root      the top of the source tree
#   %obj_root      the top of the build folder
#   %samples       the folder of samples
#   %classes       the folder of the further test classes
#   %programs      the folder of the programs whose original and generated class are compared
#   %check         vkmorph-check with objects kept in the build folder
#   %check_many    the same with up to 65537 elements where a test states no sizes, which takes much longer
#   %check_in_part %check where nothing may differ, and it says what it could not check
#   %run_class     translates a class of the test classes, builds it with g++, and runs it against the CPU; takes the
#                  folder's name and the options of run_class.py
#
# Where no run has been recorded, .lit_test_times.txt beside this file and that of test/programs name the longest tests, in
# seconds: they are run first, so that none of them is left alone at the end.
#
# Features: vulkan-device (some Vulkan device is present), validation-layer (Khronos' layer is installed),
# opencl-device (vkmorph-check --shaders=openclc has one), oclgrind (with its driver in %oclgrind), clspv (it is in PATH, or $CLSPV names it), sanitizers (this
# build is instrumented), slow (absent in a quick run).
import atexit
import glob
import os
import re
import shutil
import subprocess

import lit.formats

config.name = "vkmorph"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".cpp", ".test"]
config.excludes = ["Inputs", "inputs"]
config.test_source_root = os.path.join(config.vkmorph_src_root, "test", "lit")
config.test_exec_root = os.path.join(config.vkmorph_obj_root, "test", "lit")

tools = [os.path.join(config.vkmorph_obj_root, "bin"), config.llvm_tools_dir]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ.get("PATH", "")])

# What a Vulkan loader, its drivers and layers, and ccache read.
for name in sorted(os.environ):
    if name.startswith(("VK_", "CLSPV", "OCL_", "POCL_", "LP_", "MESA_", "GALLIUM_", "XDG_", "CCACHE_", "VKMORPH_")):
        config.environment[name] = os.environ[name]
config.environment.setdefault("HOME", os.environ.get("HOME", "/"))
# Vectors of four lanes, which the software device compiles two to three times as fast as eight. Whole runs (e2e) have
# those that it chooses; check/subgroup-sizes.test and others ask for each.
config.environment.setdefault("LP_NATIVE_VECTOR_WIDTH", "128")
# A cache of this build's own, in which vkmorph-check and run_class.py keep each width apart (check/shader_caches.test).
config.environment.setdefault("MESA_SHADER_CACHE_DIR", os.path.join(config.vkmorph_obj_root, "test", "cache", "mesa"))
if config.sanitizers:
    # LLVM frees little at exit, its shared libraries define what ours do too, and they take memory that our
    # instrumented copies of its inline functions have poisoned.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:detect_odr_violation=0:allow_user_poisoning=0"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"

source = config.vkmorph_src_root
started = os.path.join(config.vkmorph_obj_root, "test", "started")


def replace(path, make):
    """Makes a file, by that function. Other runs may do so at the same time."""
    fresh = f"{path}.{os.getpid()}"
    make(fresh)
    os.replace(fresh, path)


def keep_started(name, program, run):
    """Keeps a program where its main would begin (test/started/server.cpp), until lit ends."""
    def copy_client(path):
        shutil.copy(os.path.join(started, "client"), path)
        # vkmorph-check makes again what another compiler has made, which it tells by its age.
        os.utime(path, ns=(os.stat(program).st_mtime_ns,) * 2)

    replace(os.path.join(started, name), copy_client)
    replace(os.path.join(started, name + ".real"), lambda path: os.symlink(program, path))
    server = subprocess.Popen(
        [program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "LD_PRELOAD": os.path.join(started, "server.so"), "VKMORPH_STARTED_AS": run,
             "VKMORPH_STARTED_NAME": name})

    def end():
        # Waited for, so that what it took counts as lit's.
        server.terminate()
        server.wait()

    atexit.register(end)


def keep_all_started():
    """Half of the time of most compilations is the start of the compiler. Both suites share what is started first."""
    programs = {name: os.path.join(config.vkmorph_obj_root, "bin", name) for name in ("vkmorph", "vkmorph-opt", "vkmorph-translate")}
    clang = os.path.join(config.llvm_tools_dir, "clang++")
    for name in ("clang++", config.clang_name):
        programs[name] = clang
    run = os.urandom(8).hex()
    for name, program in programs.items():
        keep_started(name, program, run)
    return run


if os.path.exists(os.path.join(started, "server.so")) and not config.sanitizers:
    if not hasattr(lit_config, "vkmorph_started"):
        lit_config.vkmorph_started = keep_all_started()
    config.environment["VKMORPH_STARTED"] = lit_config.vkmorph_started
    config.environment["PATH"] = os.pathsep.join([started, config.environment["PATH"]])


def run_class():
    """The command that a whole run begins with."""
    command = [
        config.python,
        os.path.join(source, "test", "classes", "run_class.py"),
        "--vkmorph=" + os.path.join(config.vkmorph_obj_root, "bin", "vkmorph"),
        "--runtime-include=" + os.path.join(source, "runtime", "include"),
        "--runtime-lib=" + os.path.join(config.vkmorph_obj_root, "lib", "libvkmorph_runtime.a"),
        "--work=" + os.path.join(config.vkmorph_obj_root, "test", "classes"),
        "--headers=" + os.path.join(config.vkmorph_obj_root, "test", "headers"),
    ]
    if config.sanitizers:
        # An instrumented runtime library wants programs of the same compiler.
        command += ["--cxx=" + config.cxx, "--cxxflag=-fsanitize=" + config.sanitizers,
                    "--cxxflag=-fno-sanitize=vptr,function"]
    return " ".join(command)


check_many = "env XDG_CACHE_HOME=" + os.path.join(config.vkmorph_obj_root, "test", "cache") + " vkmorph-check"
check = check_many + " --largest-size=4099"
config.substitutions += [
    ("%python", config.python),
    ("%cxx", config.cxx),
    ("%src_root", source),
    ("%obj_root", config.vkmorph_obj_root),
    ("%samples", os.path.join(source, "samples")),
    ("%classes", os.path.join(source, "test", "classes")),
    ("%programs", os.path.join(source, "test", "programs")),
    ("%check_many", check_many),
    ("%check_in_part", " ".join([config.python, os.path.join(config.test_source_root, "tools", "status.py"), "4", check])),
    ("%check", check),
    ("%run_class", run_class()),
]


def vulkan_summary(**environment):
    """What vulkaninfo says about layers and devices; empty where there is no loader or no device."""
    try:
        run = subprocess.run(["vulkaninfo", "--summary"], capture_output=True, text=True, timeout=60,
                             env={**os.environ, **environment})
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout


summary = vulkan_summary()
if "GPU0" in summary:
    config.available_features.add("vulkan-device")
# Where the software device is the only one, programs need not load the other drivers, a tenth of the time of most.
software = glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json")
names = re.findall(r"deviceName\s*=\s*(.*)", summary)
if len(software) == 1 and names and all(name.startswith("llvmpipe") for name in names):
    for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        config.environment.setdefault(name, software[0])
    config.environment.setdefault("NODEVICE_SELECT", "1")  # Mesa's layer that chooses among several
if "VK_LAYER_KHRONOS_validation" in summary:
    config.available_features.add("validation-layer")
opencl_manifest = os.path.join(config.vkmorph_obj_root, "lib", "vkmorph_opencl.json")
if os.path.exists(opencl_manifest) and "OpenCL: " in vulkan_summary(VK_DRIVER_FILES=opencl_manifest,
                                                                    VK_ICD_FILENAMES=opencl_manifest):
    config.available_features.add("opencl-device")
# A device of OpenCL that looks for races.
oclgrind = [path for folder in ("/usr/lib", "/usr/local/lib")
            for path in glob.glob(os.path.join(folder, "*", "liboclgrind-rt-icd.so"))]
if oclgrind and os.path.exists(opencl_manifest):
    config.available_features.add("oclgrind")
    config.substitutions.append(("%oclgrind", oclgrind[0]))
if shutil.which(os.environ.get("CLSPV", "clspv")):
    config.available_features.add("clspv")
else:
    lit_config.note("clspv is not installed: what needs it is not run (docs/OpenCLC.md)")
if config.sanitizers:
    config.available_features.add("sanitizers")
if not lit_config.params.get("quick"):
    config.available_features.add("slow")
