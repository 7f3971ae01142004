//===- Xerces_autoconf_config.hpp - Types of xerces-c -----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef XERCESC_UTIL_XERCES_AUTOCONF_CONFIG_HPP
#define XERCESC_UTIL_XERCES_AUTOCONF_CONFIG_HPP

#include <cstddef>
#include <cstdint>
#include <inttypes.h>
#include <sys/types.h>

#define XERCES_AUTOCONF 1
#define XERCES_HAS_CPP_NAMESPACE 1
#define XERCES_NEW_IOSTREAMS 1
#define XERCES_STD_NAMESPACE 1
#define XERCES_TEMPLATE_EXTERN extern
#define XERCES_SIZE_MAX SIZE_MAX

typedef size_t XMLSize_t;
typedef ssize_t XMLSSize_t;
typedef char16_t XMLCh;
typedef int16_t XMLInt16;
typedef int32_t XMLInt32;
typedef int64_t XMLInt64;
typedef uint16_t XMLUInt16;
typedef uint32_t XMLUInt32;
typedef uint64_t XMLUInt64;
typedef uint64_t XMLFilePos;
typedef uint64_t XMLFileLoc;

#endif // XERCESC_UTIL_XERCES_AUTOCONF_CONFIG_HPP
