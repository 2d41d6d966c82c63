// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "support/allocations.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> count = 0, held = 0, largest = 0, most = 0;
std::atomic<int> until_failure = -1;

constexpr std::size_t usual = alignof(std::max_align_t);

void raise(std::atomic<std::size_t>& to, std::size_t value) noexcept {
  for (std::size_t known = to; value > known && !to.compare_exchange_weak(known, value);) {
  }
}

/// A block is longer than asked for by its alignment; its size stands just before what is given out.
void* counted(std::size_t size, std::size_t alignment) noexcept {
  const std::size_t length = (size + 2 * alignment - 1) / alignment * alignment;
  if (length < size) return nullptr;
  if (until_failure >= 0 && until_failure-- == 0) return nullptr;
  void* block = std::aligned_alloc(alignment, length);
  if (block == nullptr) return nullptr;
  void* memory = static_cast<char*>(block) + alignment;
  static_cast<std::size_t*>(memory)[-1] = size;
  ++count;
  raise(most, held += size);
  raise(largest, size);
  return memory;
}

void* counted_or_throw(std::size_t size, std::size_t alignment) {
  if (void* memory = counted(size, alignment)) return memory;
  throw std::bad_alloc();
}

void release(void* memory, std::size_t alignment) noexcept {
  if (memory == nullptr) return;
  held -= static_cast<std::size_t*>(memory)[-1];
  std::free(static_cast<char*>(memory) - alignment);
}

std::size_t at_least_usual(std::align_val_t alignment) {
  return std::max(static_cast<std::size_t>(alignment), usual);
}

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size, usual);
}
void* operator new(std::size_t size) {
  return counted_or_throw(size, usual);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted_or_throw(size, at_least_usual(alignment));
}
void operator delete(void* memory) noexcept {
  release(memory, usual);
}
void operator delete(void* memory, std::size_t) noexcept {
  release(memory, usual);
}
void operator delete(void* memory, std::align_val_t alignment) noexcept {
  release(memory, at_least_usual(alignment));
}
void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept {
  release(memory, at_least_usual(alignment));
}

namespace graze::testing {

std::size_t allocations() {
  return count;
}
std::size_t bytes_held() {
  return held;
}
std::size_t largest_allocation() {
  return largest;
}
void forget_largest_allocation() {
  largest = 0;
}
std::size_t most_held() {
  return most;
}
void forget_most_held() {
  most = held.load();
}
void fail_after(int allocations) {
  until_failure = allocations;
}

}  // namespace graze::testing
