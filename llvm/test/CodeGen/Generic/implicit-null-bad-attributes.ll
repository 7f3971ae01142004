; RUN: not llc -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not llc -O0 -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: %if x86-registered-target %{ not llc -mtriple=i686-linux-gnu -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error: %}
; RUN: %if riscv-registered-target %{ not llc -mtriple=riscv64-linux-gnu -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error: %}

; A value that the attributes cannot have is an error, whatever the target and
; the optimization level.

define void @wide() "implicit-null-checks"="wide" {
  ret void
}

; CHECK: error: in function 'unknown': attribute "implicit-null-checks"="true": the value is not known; it is "wide", or left out
define void @unknown() "implicit-null-checks"="true" {
  ret void
}

; CHECK: error: in function 'empty': attribute "implicit-null-check-address-spaces"="": '' is not the number of an address space
define void @empty() "implicit-null-checks" "implicit-null-check-address-spaces" {
  ret void
}

; CHECK: error: in function 'name': attribute "implicit-null-check-address-spaces"="1,heap": 'heap' is not the number of an address space
define void @name() "implicit-null-checks" "implicit-null-check-address-spaces"="1,heap" {
  ret void
}

; CHECK: error: in function 'blank': attribute "implicit-null-check-address-spaces"="1, 2": ' 2' is not the number of an address space
define void @blank() "implicit-null-checks" "implicit-null-check-address-spaces"="1, 2" {
  ret void
}

; CHECK: error: in function 'comma': attribute "implicit-null-check-address-spaces"="1,": '' is not the number of an address space
define void @comma() "implicit-null-checks" "implicit-null-check-address-spaces"="1," {
  ret void
}

; CHECK: error: in function 'negative': attribute "implicit-null-check-address-spaces"="-1": '-1' is not the number of an address space
define void @negative() "implicit-null-checks" "implicit-null-check-address-spaces"="-1" {
  ret void
}

; CHECK: error: in function 'large': attribute "implicit-null-check-address-spaces"="16777216": '16777216' is not the number of an address space
define void @large() "implicit-null-checks" "implicit-null-check-address-spaces"="16777216" {
  ret void
}

; CHECK: error: in function 'huge': attribute "implicit-null-check-address-spaces"="4294967297": '4294967297' is not the number of an address space
define void @huge() "implicit-null-checks" "implicit-null-check-address-spaces"="4294967297" {
  ret void
}

; CHECK: error: in function 'default': attribute "implicit-null-check-address-spaces"="1,0": null_pointer_is_valid decides about address space 0; leave it out
define void @default() "implicit-null-checks" "implicit-null-check-address-spaces"="1,0" {
  ret void
}

; CHECK: error: in function 'twice': attribute "implicit-null-check-address-spaces"="1,2,1": address space 1 is listed twice
define void @twice() "implicit-null-checks" "implicit-null-check-address-spaces"="1,2,1" {
  ret void
}

; The list may stand alone: -enable-implicit-null-checks enables checks, too.
; CHECK: error: in function 'alone': attribute "implicit-null-check-address-spaces"="x": 'x' is not the number of an address space
define void @alone() "implicit-null-check-address-spaces"="x" {
  ret void
}

define void @right() "implicit-null-checks" "implicit-null-check-address-spaces"="1,2,16777215" {
  ret void
}

; What other modules define is reported there.
declare void @declared() "implicit-null-checks"="wide"
