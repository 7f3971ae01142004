//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Grace periods end when they have to, and not before they may.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/Readers.h"
#include "gtest/gtest.h"
#include <atomic>
#include <memory>
#include <pthread.h>
#include <thread>
#include <vector>

using namespace llvm::managed;

namespace {

TEST(ReadersTest, NobodyToWaitFor) {
  EXPECT_TRUE(haveReadersLeft());
  waitForReaders();
  waitForReaders();
}

TEST(ReadersTest, SeesReadersOfAllEpochs) {
  for (unsigned I = 0; I < 2; ++I) {
    {
      ReadSection Section;
      EXPECT_FALSE(haveReadersLeft());
      ReadSection Nested;
      EXPECT_FALSE(haveReadersLeft());
    }
    EXPECT_TRUE(haveReadersLeft());
    waitForReaders();
  }
}

TEST(ReadersTest, ManyReadersDoNotWait) {
  {
    std::vector<std::unique_ptr<ReadSection>> Sections;
    for (unsigned I = 0; I < NumReaderSlots + 10; ++I)
      Sections.push_back(std::make_unique<ReadSection>());
    EXPECT_EQ(&Sections.back()->slot(), &CrowdedSlot);
    // Those without a slot of their own are waited for all the same.
    Sections.erase(Sections.begin(), Sections.begin() + NumReaderSlots);
    EXPECT_FALSE(haveReadersLeft());
    Sections.erase(Sections.begin() + 1, Sections.end());
    EXPECT_FALSE(haveReadersLeft());
  }
  EXPECT_TRUE(haveReadersLeft());
  waitForReaders();
}

TEST(ReadersTest, WritersAreNotCancelled) {
  std::atomic<bool> IsOver{false};
  auto Section = std::make_unique<ReadSection>();
  std::thread Writer([&] {
    waitForReaders();
    IsOver = true;
    pthread_testcancel();
    ADD_FAILURE() << "was not cancelled at all";
  });
  pthread_cancel(Writer.native_handle());
  // Until it sleeps between looks.
  for (unsigned I = 0; I < 1000; ++I)
    std::this_thread::yield();
  EXPECT_FALSE(IsOver);
  Section.reset();
  Writer.join();
  EXPECT_TRUE(IsOver);
}

TEST(ReadersTest, WaitsForThoseWhoWereThere) {
  for (unsigned I = 0; I < 5; ++I) {
    std::atomic<bool> IsWaiting{false}, IsOver{false};
    std::thread Writer;
    {
      ReadSection Section;
      Writer = std::thread([&] {
        IsWaiting = true;
        waitForReaders();
        IsOver = true;
      });
      while (!IsWaiting)
        std::this_thread::yield();
      // Gives a writer that does not wait the time to show it.
      for (unsigned J = 0; J < 100; ++J)
        std::this_thread::yield();
      EXPECT_FALSE(IsOver);
    }
    Writer.join();
    EXPECT_TRUE(IsOver);
  }
}

TEST(ReadersTest, DoesNotWaitForThoseWhoComeLater) {
  std::atomic<bool> IsOver{false};
  std::vector<std::thread> Readers;
  // Among them there is always one who reads.
  for (unsigned I = 0; I < 2; ++I)
    Readers.emplace_back([&] {
      auto Section = std::make_unique<ReadSection>();
      while (!IsOver) {
        auto Next = std::make_unique<ReadSection>();
        Section = std::move(Next);
      }
    });
  for (unsigned I = 0; I < 20; ++I)
    waitForReaders();
  IsOver = true;
  for (std::thread &Reader : Readers)
    Reader.join();
  EXPECT_TRUE(haveReadersLeft());
}

TEST(ReadersTest, WhatWasReplacedIsNotSeenAfterwards) {
  std::vector<std::atomic<unsigned>> Values(2);
  Values[0] = 1;
  std::atomic<std::atomic<unsigned> *> Current{&Values[0]};
  std::atomic<bool> IsOver{false};
  std::atomic<unsigned> NumWrong{0};
  std::vector<std::thread> Readers;
  for (unsigned I = 0; I < 3; ++I)
    Readers.emplace_back([&] {
      while (!IsOver) {
        ReadSection Section;
        // What was released is zero.
        NumWrong += *Current.load(std::memory_order_seq_cst) == 0;
      }
    });
  for (unsigned I = 0; I < 500; ++I) {
    std::atomic<unsigned> *Old = Current;
    std::atomic<unsigned> *New = &Values[Old == &Values[0]];
    *New = 1;
    Current.store(New, std::memory_order_seq_cst);
    waitForReaders();
    *Old = 0;
  }
  IsOver = true;
  for (std::thread &Reader : Readers)
    Reader.join();
  EXPECT_EQ(NumWrong, 0u);
}

TEST(ReadersTest, AForkedProcessHasNoReaders) {
  auto *Section = new ReadSection;
  EXPECT_FALSE(haveReadersLeft());
  forgetReaders();
  EXPECT_TRUE(haveReadersLeft());
  // It did not leave, so its memory is all there is to release.
  ::operator delete(Section);
}

} // end anonymous namespace
