"""Compares a target description with what vulkaninfo says of the same device, and with the keys of a built-in one.

    compare_probe.py DESCRIPTION BUILTIN < output of vulkaninfo
"""
import json
import re
import sys

with open(sys.argv[1]) as file:
    description = json.load(file)
with open(sys.argv[2]) as file:
    builtin = json.load(file)
info = sys.stdin.read()


def say(name):
    """The first value that vulkaninfo gives this name; of arrays, all of them."""
    array = re.search(rf"^\s*{name}: count = (\d+)\n((?:\s+\S+\n)+)", info, re.MULTILINE)
    if array:
        return array.group(2).split()[:int(array.group(1))]
    value = re.search(rf"^\s*{name}\s*= (.*)$", info, re.MULTILINE)
    return value.group(1).split(" (0x")[0].strip() if value else None


def has(*names):
    return all(say(name) == "true" for name in names)


operations = say("supportedOperations") or []
expected = {
    "name": say("deviceName"),
    "subgroup_arithmetic": {"SUBGROUP_FEATURE_BASIC_BIT", "SUBGROUP_FEATURE_ARITHMETIC_BIT"} <= set(operations),
    "subgroup_ballot": {"SUBGROUP_FEATURE_BASIC_BIT", "SUBGROUP_FEATURE_BALLOT_BIT"} <= set(operations),
    "subgroup_shuffle": {"SUBGROUP_FEATURE_BASIC_BIT", "SUBGROUP_FEATURE_SHUFFLE_BIT"} <= set(operations),
    "min_subgroup_size": int(say("minSubgroupSize")),
    "max_subgroup_size": int(say("maxSubgroupSize")),
    "max_workgroup_invocations": int(say("maxComputeWorkGroupInvocations")),
    "max_workgroup_size": [int(size) for size in say("maxComputeWorkGroupSize")],
    "storage_buffers": int(say("maxPerStageDescriptorStorageBuffers")),
    "shared_memory_bytes": int(say("maxComputeSharedMemorySize")),
    "push_constant_bytes": int(say("maxPushConstantsSize")),
    "float32_atomic_add": has("shaderBufferFloat32Atomics", "shaderBufferFloat32AtomicAdd"),
    "int64_atomics": has("shaderInt64", "shaderBufferInt64Atomics"),
    "int64": has("shaderInt64"),
    "float64": has("shaderFloat64"),
    "storage_8bit": has("storageBuffer8BitAccess", "shaderInt8"),
    "storage_16bit": has("storageBuffer16BitAccess", "shaderInt16"),
    "scalar_block_layout": has("scalarBlockLayout"),
    "float_controls": has("shaderSignedZeroInfNanPreserveFloat32", "shaderSignedZeroInfNanPreserveFloat64"),
    "ray_tracing_pipeline": has("rayTracingPipeline", "bufferDeviceAddress"),
    "software_device": say("deviceType") == "PHYSICAL_DEVICE_TYPE_CPU",
    "nonuniform_sampling": has("shaderSampledImageArrayNonUniformIndexing", "runtimeDescriptorArray"),
    "exact_rounding": say("deviceType") != "PHYSICAL_DEVICE_TYPE_CPU",
}
# The version is the lower one of the device's and of the headers that the probe was built with.
version = [int(part) for part in description["api_version"].split(".")]
if not [1, 0] <= version <= [int(part) for part in say("apiVersion").split(".")[:2]]:
    sys.exit(f"api_version is {description['api_version']}, the device's {say('apiVersion')}")
for key, value in expected.items():
    if description.get(key) != value:
        sys.exit(f"'{key}' is {description.get(key)}, vulkaninfo says {value}")
unchecked = set(description) - set(expected) - {"description", "api_version"}
if set(description) != set(builtin) or unchecked:
    sys.exit(f"keys differ: {set(description) ^ set(builtin)} {unchecked}")
print("agrees:", description["name"])
