; A lowered function has no strategy any more. If its implicit null checks are
; enabled, an attribute says then in which address spaces null is unmapped.
; RUN: opt -passes=lower-gc-frame,verify -S < %s | FileCheck %s

; CHECK: define void @moving() [[ONE:#[0-9]+]] {
define void @moving() "implicit-null-checks" gc "managed-frames" {
  ret void
}

; CHECK: define void @non_moving() [[ONE]] {
define void @non_moving() "implicit-null-checks" gc "managed-frames-non-moving" {
  ret void
}

; CHECK: define void @julia() [[JULIA:#[0-9]+]] {
define void @julia() "implicit-null-checks" gc "julia" {
  ret void
}

; CHECK: define void @others() [[OTHERS:#[0-9]+]] {
define void @others() "implicit-null-checks" "implicit-null-check-address-spaces"="2,3" gc "managed-frames" {
  ret void
}

; CHECK: define void @same() [[ONE]] {
define void @same() "implicit-null-checks" "implicit-null-check-address-spaces"="1" gc "managed-frames" {
  ret void
}

; It is an error later, and must not look right here.
; CHECK: define void @wrong() [[WRONG:#[0-9]+]] {
define void @wrong() "implicit-null-checks" "implicit-null-check-address-spaces"="x" gc "managed-frames" {
  ret void
}

; CHECK: define void @not_enabled() {
define void @not_enabled() gc "managed-frames" {
  ret void
}

; CHECK: define void @no_frames() [[ENABLED:#[0-9]+]] gc "managed" {
define void @no_frames() "implicit-null-checks" gc "managed" {
  ret void
}

; CHECK: attributes [[ONE]] = { "implicit-null-check-address-spaces"="1" "implicit-null-checks" }
; CHECK: attributes [[JULIA]] = { "implicit-null-check-address-spaces"="10,11,12,13" "implicit-null-checks" }
; CHECK: attributes [[OTHERS]] = { "implicit-null-check-address-spaces"="2,3,1" "implicit-null-checks" }
; CHECK: attributes [[WRONG]] = { "implicit-null-check-address-spaces"="x" "implicit-null-checks" }
; CHECK: attributes [[ENABLED]] = { "implicit-null-checks" }
