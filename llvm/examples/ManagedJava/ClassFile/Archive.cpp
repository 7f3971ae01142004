//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/ClassPath.h"
#include "ClassFile/Descriptor.h"
#include "llvm/ADT/StringExtras.h"
#include <zip.h>

using namespace llvm;

namespace java {

namespace {

struct DiscardZip {
  void operator()(zip_t *Zip) const { zip_discard(Zip); }
};
struct CloseZipFile {
  void operator()(zip_file_t *File) const { zip_fclose(File); }
};

class Archive final : public ClassPathEntry {
public:
  explicit Archive(std::unique_ptr<MemoryBuffer> File)
      : File(std::move(File)) {}
  Error open();
  Expected<std::unique_ptr<MemoryBuffer>> find(StringRef Class) override;
  Expected<std::vector<std::string>> list() override;
  StringRef path() const override { return File->getBufferIdentifier(); }

private:
  /// Where a class is. Versions of multi-release jars replace older ones.
  struct Member {
    uint64_t Index;
    unsigned Version;
  };

  Error openZip();
  Error addMembers();
  Error addMember(StringRef Name, uint64_t Index, bool IsMultiRelease);
  Expected<bool> isMultiRelease();
  Expected<std::unique_ptr<MemoryBuffer>> read(uint64_t Index, size_t Limit);
  Error fail(const Twine &Reason) const {
    return createStringError(path() + ": " + Reason);
  }

  // The file has to live longer than what libzip makes of it.
  std::unique_ptr<MemoryBuffer> File;
  std::unique_ptr<zip_t, DiscardZip> Zip;
  bool IsModule = false;
  StringMap<Member> Members; ///< By the name of the class.
};

} // namespace

/// What precedes the zip file in a jmod.
static constexpr char ModuleMagic[] = {'J', 'M', 1, 0};

Error Archive::openZip() {
  StringRef Bytes = File->getBuffer();
  IsModule = Bytes.consume_front(StringRef(ModuleMagic, sizeof(ModuleMagic)));
  zip_error_t Failure;
  zip_error_init(&Failure);
  zip_source_t *Source =
      zip_source_buffer_create(Bytes.data(), Bytes.size(), 0, &Failure);
  if (Source) {
    Zip.reset(zip_open_from_source(Source, ZIP_RDONLY, &Failure));
    if (!Zip)
      zip_source_free(Source);
  }
  Error Result = Zip ? Error::success() : fail(zip_error_strerror(&Failure));
  zip_error_fini(&Failure);
  return Result;
}

/// Whether \p Name would leave the directory in which the archive were
/// unpacked, or is another path there.
static bool isStrayName(StringRef Name) {
  if (Name.empty() || Name.contains('\\'))
    return true;
  Name.consume_back("/");
  while (true) {
    auto [First, Rest] = Name.split('/');
    if (First.empty() || First == "." || First == "..")
      return true;
    if (First.size() == Name.size())
      return false;
    Name = Rest;
  }
}

Error Archive::addMembers() {
  const int64_t Count = zip_get_num_entries(Zip.get(), 0);
  if (Count < 0 || Count > MaxArchiveMembers)
    return fail("more than " + Twine(MaxArchiveMembers) + " members");
  Expected<bool> IsMultiRelease = isMultiRelease();
  if (!IsMultiRelease)
    return IsMultiRelease.takeError();
  for (int64_t I = 0; I != Count; ++I) {
    const char *Name = zip_get_name(Zip.get(), I, ZIP_FL_ENC_RAW);
    if (!Name)
      return fail(zip_strerror(Zip.get()));
    if (isStrayName(Name))
      return fail("the name of member '" + Twine(Name) + "' is no path in it");
    if (Error E = addMember(Name, I, *IsMultiRelease))
      return E;
  }
  return Error::success();
}

Error Archive::addMember(StringRef Name, uint64_t Index, bool IsMultiRelease) {
  const StringRef Whole = Name;
  unsigned Version = 0;
  if (IsModule && !Name.consume_front("classes/"))
    return Error::success();
  if (Name.consume_front("META-INF/")) {
    if (!IsMultiRelease || !Name.consume_front("versions/") ||
        Name.consumeInteger(10, Version) || !Name.consume_front("/") ||
        Version < 9 || Version > NewestRelease || Name.starts_with("META-INF/"))
      return Error::success();
  }
  // Other names cannot be those of classes.
  if (!Name.consume_back(".class") || !isClassName(Name))
    return Error::success();
  auto [Old, IsNew] = Members.try_emplace(Name, Member{Index, Version});
  if (!IsNew && Old->second.Version == Version)
    return fail("there are two of the member " + Whole);
  if (!IsNew && Old->second.Version < Version)
    Old->second = {Index, Version};
  return Error::success();
}

/// Whether the main section of the manifest says so.
Expected<bool> Archive::isMultiRelease() {
  if (IsModule)
    return false;
  const int64_t Index = zip_name_locate(Zip.get(), "META-INF/MANIFEST.MF",
                                        ZIP_FL_ENC_RAW | ZIP_FL_NOCASE);
  if (Index < 0)
    return false;
  Expected<std::unique_ptr<MemoryBuffer>> Manifest =
      read(Index, MaxManifestSize);
  if (!Manifest)
    return Manifest.takeError();
  for (StringRef Rest = (*Manifest)->getBuffer(); !Rest.empty();) {
    const size_t End = Rest.find_first_of("\r\n");
    const StringRef Line = Rest.take_front(End);
    Rest = Rest.drop_front(Line.size());
    if (!Rest.consume_front("\r\n"))
      Rest = Rest.drop_front(Rest.empty() ? 0 : 1);
    if (Line.empty())
      return false;
    auto [Key, Value] = Line.split(':');
    if (Key.equals_insensitive("Multi-Release"))
      return Value.trim().equals_insensitive("true");
  }
  return false;
}

Expected<std::unique_ptr<MemoryBuffer>> Archive::read(uint64_t Index,
                                                      size_t Limit) {
  zip_stat_t Stat;
  zip_stat_init(&Stat);
  if (zip_stat_index(Zip.get(), Index, ZIP_FL_ENC_RAW, &Stat) != 0)
    return fail(zip_strerror(Zip.get()));
  const std::string Place = (path() + "(" + Stat.name + ")").str();
  auto Fail = [&](const Twine &Reason) {
    return createStringError(Place + ": " + Reason);
  };
  constexpr uint64_t Wanted = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                              ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC |
                              ZIP_STAT_ENCRYPTION_METHOD;
  if ((Stat.valid & Wanted) != Wanted)
    return Fail("its size is unknown");
  if (Stat.encryption_method != ZIP_EM_NONE)
    return Fail("encrypted");
  if (Stat.comp_method != ZIP_CM_STORE && Stat.comp_method != ZIP_CM_DEFLATE)
    return Fail("compressed in an unknown way, " + Twine(Stat.comp_method));
  if (Stat.size > Limit)
    return Fail("larger than " + Twine(Limit >> 20) + " MiB");
  // So its memory is not more than the archive's size asks for. Deflate makes
  // one byte of at most 1032.
  if (Stat.size / 1032 > Stat.comp_size)
    return Fail("it says that it is larger than it can be");

  std::unique_ptr<zip_file_t, CloseZipFile> Opened(
      zip_fopen_index(Zip.get(), Index, 0));
  if (!Opened)
    return Fail(zip_strerror(Zip.get()));
  std::unique_ptr<WritableMemoryBuffer> Buffer =
      WritableMemoryBuffer::getNewUninitMemBuffer(Stat.size, Place);
  if (!Buffer)
    return Fail("out of memory");
  // The read that finds the end checks the CRC.
  uint64_t Size = 0;
  char Past;
  while (true) {
    const bool IsWhole = Size == Stat.size;
    const int64_t Got =
        IsWhole ? zip_fread(Opened.get(), &Past, 1)
                : zip_fread(Opened.get(), Buffer->getBufferStart() + Size,
                            Stat.size - Size);
    if (Got < 0)
      return Fail(zip_file_strerror(Opened.get()));
    if (Got == 0 && IsWhole)
      return std::move(Buffer);
    if (Got == 0 || IsWhole)
      return Fail("its size is not what the archive says");
    Size += Got;
  }
}

Error Archive::open() {
  if (File->getBufferSize() > MaxArchiveSize)
    return fail("larger than " + Twine(MaxArchiveSize >> 20) + " MiB");
  if (Error E = openZip())
    return E;
  return addMembers();
}

Expected<std::unique_ptr<MemoryBuffer>> Archive::find(StringRef Class) {
  auto Found = Members.find(Class);
  if (Found == Members.end())
    return nullptr;
  return read(Found->second.Index, MaxClassFileSize);
}

Expected<std::vector<std::string>> Archive::list() {
  std::vector<std::string> Names;
  for (const auto &Found : Members)
    if (isListedClass(Found.first()))
      Names.push_back(Found.first().str());
  llvm::sort(Names);
  return Names;
}

Expected<std::unique_ptr<ClassPathEntry>>
openArchive(std::unique_ptr<MemoryBuffer> File) {
  auto Result = std::make_unique<Archive>(std::move(File));
  if (Error E = Result->open())
    return std::move(E);
  return std::move(Result);
}

} // namespace java
