//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/ClassPath.h"
#include "ClassFile/Descriptor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace java {

ClassPathEntry::~ClassPathEntry() = default;

bool isListedClass(StringRef Name) {
  const StringRef Last = Name.rsplit('/').second;
  const StringRef Unqualified = Last.empty() ? Name : Last;
  return Unqualified != "module-info" && Unqualified != "package-info";
}

namespace {

class Directory final : public ClassPathEntry {
public:
  explicit Directory(StringRef Path) : Path(Path) {}
  Expected<std::unique_ptr<MemoryBuffer>> find(StringRef Class) override;
  Expected<std::vector<std::string>> list() override;
  StringRef path() const override { return Path; }

private:
  std::string Path;
};

} // namespace

static Error fail(StringRef Path, const Twine &Reason) {
  return createStringError(Path + ": " + Reason);
}

/// \returns the contents of a file, which is not one of the system's devices.
static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef Path,
                                                        uint64_t Limit) {
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Path, Status))
    return fail(Path, Code.message());
  if (Status.type() != sys::fs::file_type::regular_file)
    return fail(Path, "no regular file");
  if (Status.getSize() > Limit)
    return fail(Path, "larger than " + Twine(Limit >> 20) + " MiB");
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return fail(Path, File.getError().message());
  return std::move(*File);
}

Expected<std::unique_ptr<MemoryBuffer>> Directory::find(StringRef Class) {
  // So no name leaves the directory.
  if (!isClassName(Class))
    return nullptr;
  SmallString<128> File(Path);
  sys::path::append(File, Class + ".class");
  sys::fs::file_status Status;
  const std::error_code Code = sys::fs::status(File, Status);
  if (Code == std::errc::no_such_file_or_directory ||
      Code == std::errc::not_a_directory)
    return nullptr;
  return readFile(File, MaxClassFileSize);
}

Expected<std::vector<std::string>> Directory::list() {
  std::vector<std::string> Names;
  std::error_code Code;
  // Links to directories could lead around in a circle.
  sys::fs::recursive_directory_iterator I(Path, Code,
                                          /*follow_symlinks=*/false),
      End;
  for (; !Code && I != End; I.increment(Code)) {
    StringRef Name = I->path();
    Name = Name.drop_front(Path.size());
    Name = Name.ltrim('/');
    if (!Name.consume_back(".class") || !isClassName(Name) ||
        !isListedClass(Name) || sys::fs::is_directory(I->path()))
      continue;
    Names.push_back(Name.str());
  }
  if (Code)
    return fail(Path, Code.message());
  llvm::sort(Names);
  return Names;
}

//===----------------------------------------------------------------------===//
// A list of entries
//===----------------------------------------------------------------------===//

static Expected<std::unique_ptr<ClassPathEntry>> openEntry(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Path, Status))
    return fail(Path, Code.message());
  if (sys::fs::is_directory(Status))
    return std::make_unique<Directory>(Path);
  Expected<std::unique_ptr<MemoryBuffer>> File = readFile(Path, MaxArchiveSize);
  if (!File)
    return File.takeError();
  return openArchive(std::move(*File));
}

Expected<ClassPath> ClassPath::open(StringRef Path) {
  ClassPath Result;
  SmallVector<StringRef, 4> Places;
  Path.split(Places, ':');
  for (StringRef Place : Places) {
    Expected<std::unique_ptr<ClassPathEntry>> Entry =
        openEntry(Place.empty() ? "." : Place);
    if (!Entry)
      return Entry.takeError();
    Result.Entries.push_back(std::move(*Entry));
  }
  return Result;
}

Expected<const ClassFile *> ClassPath::find(StringRef Class) {
  auto Found = Classes.find(Class);
  if (Found != Classes.end())
    return Found->second.get();
  for (const std::unique_ptr<ClassPathEntry> &Entry : Entries) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = Entry->find(Class);
    if (!Buffer)
      return Buffer.takeError();
    if (!*Buffer)
      continue;
    Expected<std::unique_ptr<ClassFile>> File = readClassFile(**Buffer);
    if (!File)
      return File.takeError();
    if ((*File)->Name != Class)
      return fail((*File)->Path,
                  "it is the class " + (*File)->Name + ", not " + Class);
    Buffers.push_back(std::move(*Buffer));
    return (Classes[Class] = std::move(*File)).get();
  }
  Classes[Class] = nullptr;
  return nullptr;
}

} // namespace java
