#!/bin/sh
# A compiler whose drop-in calls each make a fence of their own.
vkmorph "$@" || exit
while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then
    for file in "$2"/*_generated.cpp; do
      sed -i '/^  vkmorph::DropInCall call(/a\
  {\
    const VkDevice device = m_vulkan.Device().device;\
    const VkFenceCreateInfo info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};\
    VkFence fence = VK_NULL_HANDLE;\
    vkCreateFence(device, \&info, nullptr, \&fence);\
    vkDestroyFence(device, fence, nullptr);\
  }' "$file"
    done
  fi
  shift
done
