// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> count = 0, held = 0;
constexpr std::size_t head = alignof(std::max_align_t);  // keeps the size in front of the memory

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* block = std::malloc(head + size);
  if (block == nullptr) return nullptr;
  *static_cast<std::size_t*>(block) = size;
  ++count;
  held += size;
  return static_cast<char*>(block) + head;
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  void* block = static_cast<char*>(memory) - head;
  held -= *static_cast<std::size_t*>(block);
  std::free(block);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}

namespace graze::testing {

std::size_t allocations() {
  return count;
}
std::size_t bytes_held() {
  return held;
}

}  // namespace graze::testing
