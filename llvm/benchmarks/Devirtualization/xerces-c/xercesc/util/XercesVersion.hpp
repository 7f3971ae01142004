//===- XercesVersion.hpp - Namespace of xerces-c ----------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef XERCESC_UTIL_XERCESVERSION_HPP
#define XERCESC_UTIL_XERCESVERSION_HPP

#define XERCES_CPP_NAMESPACE xercesc_3_2
#define XERCES_GRAMMAR_SERIALIZATION_LEVEL 7

#endif // XERCESC_UTIL_XERCESVERSION_HPP
