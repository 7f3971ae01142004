//===- LevelDB.cpp - A program on top of leveldb --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills a database that is in memory, compacts it, and reads it back at random
// and in order.
//
//===----------------------------------------------------------------------===//

#include "helpers/memenv/memenv.h"
#include "leveldb/db.h"
#include "leveldb/env.h"
#include "leveldb/filter_policy.h"
#include "leveldb/write_batch.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

static std::string getKey(unsigned I) {
  char Buffer[32];
  std::snprintf(Buffer, sizeof(Buffer), "key%010u", I * 2654435761u);
  return Buffer;
}

int main(int argc, char **argv) {
  const unsigned Size = argc > 1 ? std::atoi(argv[1]) : 4000;
  std::unique_ptr<leveldb::Env> Env(
      leveldb::NewMemEnv(leveldb::Env::Default()));
  std::unique_ptr<const leveldb::FilterPolicy> Filter(
      leveldb::NewBloomFilterPolicy(10));
  leveldb::Options Options;
  Options.env = Env.get();
  Options.create_if_missing = true;
  Options.write_buffer_size = 64 << 10;
  Options.filter_policy = Filter.get();
  leveldb::DB *Opened = nullptr;
  if (!leveldb::DB::Open(Options, "/db", &Opened).ok())
    return 1;
  std::unique_ptr<leveldb::DB> DB(Opened);

  std::string Value(40, 'v');
  for (unsigned I = 0; I < Size; ++I) {
    leveldb::WriteBatch Batch;
    Batch.Put(getKey(I), Value);
    if (I % 7 == 0)
      Batch.Delete(getKey(I / 2));
    if (!DB->Write(leveldb::WriteOptions(), &Batch).ok())
      return 1;
  }
  // From here on, the other thread has nothing to do.
  DB->CompactRange(nullptr, nullptr);

  unsigned long Sum = 0;
  for (unsigned I = 0; I < 2 * Size; ++I) {
    std::string Found;
    if (DB->Get(leveldb::ReadOptions(), getKey(I), &Found).ok())
      Sum += Found.size();
  }
  for (int Round = 0; Round < 5; ++Round) {
    std::unique_ptr<leveldb::Iterator> It(
        DB->NewIterator(leveldb::ReadOptions()));
    for (It->SeekToFirst(); It->Valid(); It->Next())
      Sum += It->key().size() + It->value().size() * Round;
    for (It->SeekToLast(); It->Valid(); It->Prev())
      Sum += It->key()[5];
  }
  std::printf("%lu\n", Sum);
  return 0;
}
