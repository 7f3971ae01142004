//===- config.h - What xerces-c's own files ask for -------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For Linux and glibc, without other libraries: messages in memory, iconv of
// the C library, and no network.
//
//===----------------------------------------------------------------------===//

#ifndef XERCESC_CONFIG_H
#define XERCESC_CONFIG_H

#include <strings.h>

#define HAVE_ENDIAN_H 1
#define HAVE_ERRNO_H 1
#define HAVE_GETTIMEOFDAY 1
#define HAVE_GMTIME_R 1
#define HAVE_ICONV_H 1
#define HAVE_LIMITS_H 1
#define HAVE_PATH_MAX 1
#define HAVE_SNPRINTF 1
#define HAVE_STRICMP 1
#define HAVE_STRNICMP 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_TIMEGM 1
#define HAVE_UNISTD_H 1
#define HAVE_WCHAR_H 1

// What the C library calls otherwise.
#define stricmp strcasecmp
#define strnicmp strncasecmp

#define XERCES_USE_FILEMGR_POSIX 1
#define XERCES_USE_MSGLOADER_INMEMORY 1
#define XERCES_USE_MUTEXMGR_POSIX 1
#define XERCES_USE_TRANSCODER_GNUICONV 1

#endif // XERCESC_CONFIG_H
