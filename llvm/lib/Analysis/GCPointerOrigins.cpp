//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsX86.h"
#include <cassert>

using namespace llvm;

using Origin = GCPointerOrigin;

unsigned GCPointerOrigin::getOperand() const {
  assert((K == Copy || K == Derived) && "it has no single operand");
  return llvm::countr_zero(Operands);
}

/// Of targets. What is not listed may load, compute or name anything.
static Origin getOriginOfTarget(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::aarch64_addg:
  case Intrinsic::aarch64_irg:
  case Intrinsic::aarch64_ldg:
  case Intrinsic::aarch64_tagp:
    return {Origin::Derived, 0b1};
  case Intrinsic::aarch64_neon_ld1x2:
  case Intrinsic::aarch64_neon_ld1x3:
  case Intrinsic::aarch64_neon_ld1x4:
  case Intrinsic::aarch64_neon_ld2:
  case Intrinsic::aarch64_neon_ld2r:
  case Intrinsic::aarch64_neon_ld3:
  case Intrinsic::aarch64_neon_ld3r:
  case Intrinsic::aarch64_neon_ld4:
  case Intrinsic::aarch64_neon_ld4r:
    return {Origin::Base};
  case Intrinsic::x86_avx512_mask_compress:
  case Intrinsic::x86_avx512_mask_expand:
    return {Origin::Choice, 0b11};
  default:
    return {Origin::Refused};
  }
}

Origin llvm::getGCPointerOrigin(Intrinsic::ID ID) {
  if (Intrinsic::isTargetIntrinsic(ID))
    return getOriginOfTarget(ID);
  switch (ID) {
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ssa_copy:
  case Intrinsic::ptr_annotation:
  case Intrinsic::preserve_static_offset:
    return {Origin::Copy, 0b1};
  case Intrinsic::ptrmask:
  case Intrinsic::threadlocal_address:
  case Intrinsic::experimental_gc_get_pointer_base:
  case Intrinsic::preserve_array_access_index:
  case Intrinsic::preserve_struct_access_index:
  case Intrinsic::preserve_union_access_index:
  case Intrinsic::protected_field_ptr:
    return {Origin::Derived, 0b1};

  case Intrinsic::vector_reverse:
  case Intrinsic::vector_extract:
  case Intrinsic::matrix_transpose:
  case Intrinsic::experimental_vp_reverse:
  case Intrinsic::vector_deinterleave2:
  case Intrinsic::vector_deinterleave3:
  case Intrinsic::vector_deinterleave4:
  case Intrinsic::vector_deinterleave5:
  case Intrinsic::vector_deinterleave6:
  case Intrinsic::vector_deinterleave7:
  case Intrinsic::vector_deinterleave8:
    return {Origin::Choice, 0b1};
  case Intrinsic::vector_insert:
  case Intrinsic::vector_splice_left:
  case Intrinsic::vector_splice_right:
  case Intrinsic::experimental_vp_splice:
    return {Origin::Choice, 0b11};
  case Intrinsic::vp_select:
  case Intrinsic::vp_merge:
    return {Origin::Choice, 0b110};
  case Intrinsic::experimental_vector_compress:
  case Intrinsic::experimental_vector_extract_last_active:
    return {Origin::Choice, 0b101};
  case Intrinsic::vector_interleave2:
    return {Origin::Choice, 0b11};
  case Intrinsic::vector_interleave3:
    return {Origin::Choice, 0b111};
  case Intrinsic::vector_interleave4:
    return {Origin::Choice, 0b1111};
  case Intrinsic::vector_interleave5:
    return {Origin::Choice, 0b11111};
  case Intrinsic::vector_interleave6:
    return {Origin::Choice, 0b111111};
  case Intrinsic::vector_interleave7:
    return {Origin::Choice, 0b1111111};
  case Intrinsic::vector_interleave8:
    return {Origin::Choice, 0b11111111};

  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_expandload:
    return {Origin::MemoryOr, 0b100};

  case Intrinsic::experimental_gc_relocate:
  case Intrinsic::experimental_gc_result:
  case Intrinsic::experimental_deoptimize:
  case Intrinsic::experimental_patchpoint:
  case Intrinsic::gcread:
  case Intrinsic::matrix_column_major_load:
  case Intrinsic::experimental_vp_strided_load:
  case Intrinsic::vp_load:
  case Intrinsic::vp_gather:
    return {Origin::Base};

  // Addresses of what is no object.
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::adjust_trampoline:
  case Intrinsic::call_preallocated_arg:
  case Intrinsic::callbr_landingpad:
  case Intrinsic::coro_alloca_get:
  case Intrinsic::coro_async_context_alloc:
  case Intrinsic::coro_async_resume:
  case Intrinsic::coro_begin:
  case Intrinsic::coro_begin_custom_abi:
  case Intrinsic::coro_frame:
  case Intrinsic::coro_free:
  case Intrinsic::coro_noop:
  case Intrinsic::coro_prepare_async:
  case Intrinsic::coro_prepare_retcon:
  case Intrinsic::coro_promise:
  case Intrinsic::coro_subfn_addr:
  case Intrinsic::coro_suspend_async:
  case Intrinsic::coro_suspend_retcon:
  case Intrinsic::eh_dwarf_cfa:
  case Intrinsic::eh_exceptionpointer:
  case Intrinsic::eh_recoverfp:
  case Intrinsic::eh_sjlj_lsda:
  case Intrinsic::frameaddress:
  case Intrinsic::invariant_start:
  case Intrinsic::load_relative:
  case Intrinsic::localaddress:
  case Intrinsic::localrecover:
  case Intrinsic::objc_autorelease:
  case Intrinsic::objc_autoreleasePoolPush:
  case Intrinsic::objc_autoreleaseReturnValue:
  case Intrinsic::objc_claimAutoreleasedReturnValue:
  case Intrinsic::objc_initWeak:
  case Intrinsic::objc_loadWeak:
  case Intrinsic::objc_loadWeakRetained:
  case Intrinsic::objc_retain:
  case Intrinsic::objc_retain_autorelease:
  case Intrinsic::objc_retainAutorelease:
  case Intrinsic::objc_retainAutoreleaseReturnValue:
  case Intrinsic::objc_retainAutoreleasedReturnValue:
  case Intrinsic::objc_retainBlock:
  case Intrinsic::objc_retainedObject:
  case Intrinsic::objc_storeWeak:
  case Intrinsic::objc_unretainedObject:
  case Intrinsic::objc_unretainedPointer:
  case Intrinsic::objc_unsafeClaimAutoreleasedReturnValue:
  case Intrinsic::returnaddress:
  case Intrinsic::sponentry:
  case Intrinsic::stackaddress:
  case Intrinsic::stackguard:
  case Intrinsic::stacksave:
  case Intrinsic::swift_async_context_addr:
  case Intrinsic::thread_pointer:
  case Intrinsic::type_checked_load:
  case Intrinsic::type_checked_load_relative:
    return {Origin::Refused};

  // How many elements it loads is known at run time only, and the others are
  // undefined.
  case Intrinsic::vp_load_ff:
    return {Origin::Refused};

  // Their results can be vectors of anything, but they compute numbers.
  case Intrinsic::get_active_lane_mask:
  case Intrinsic::loop_dependence_raw_mask:
  case Intrinsic::loop_dependence_war_mask:
  case Intrinsic::matrix_multiply:
  case Intrinsic::modf:
  case Intrinsic::sincos:
  case Intrinsic::sincospi:
  case Intrinsic::stepvector:
  case Intrinsic::vector_partial_reduce_add:
  case Intrinsic::vector_partial_reduce_fadd:
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_fadd:
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fminimum:
  case Intrinsic::vector_reduce_fmul:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vp_abs:
  case Intrinsic::vp_add:
  case Intrinsic::vp_and:
  case Intrinsic::vp_ashr:
  case Intrinsic::vp_bitreverse:
  case Intrinsic::vp_bswap:
  case Intrinsic::vp_ceil:
  case Intrinsic::vp_copysign:
  case Intrinsic::vp_ctlz:
  case Intrinsic::vp_ctpop:
  case Intrinsic::vp_cttz:
  case Intrinsic::vp_fabs:
  case Intrinsic::vp_fadd:
  case Intrinsic::vp_fdiv:
  case Intrinsic::vp_floor:
  case Intrinsic::vp_fma:
  case Intrinsic::vp_fmul:
  case Intrinsic::vp_fmuladd:
  case Intrinsic::vp_fneg:
  case Intrinsic::vp_fpext:
  case Intrinsic::vp_fptosi:
  case Intrinsic::vp_fptoui:
  case Intrinsic::vp_fptrunc:
  case Intrinsic::vp_frem:
  case Intrinsic::vp_fshl:
  case Intrinsic::vp_fshr:
  case Intrinsic::vp_fsub:
  case Intrinsic::vp_inttoptr:
  case Intrinsic::vp_llrint:
  case Intrinsic::vp_lrint:
  case Intrinsic::vp_lshr:
  case Intrinsic::vp_maximum:
  case Intrinsic::vp_maxnum:
  case Intrinsic::vp_minimum:
  case Intrinsic::vp_minnum:
  case Intrinsic::vp_mul:
  case Intrinsic::vp_nearbyint:
  case Intrinsic::vp_or:
  case Intrinsic::vp_ptrtoint:
  case Intrinsic::vp_reduce_add:
  case Intrinsic::vp_reduce_and:
  case Intrinsic::vp_reduce_fadd:
  case Intrinsic::vp_reduce_fmax:
  case Intrinsic::vp_reduce_fmaximum:
  case Intrinsic::vp_reduce_fmin:
  case Intrinsic::vp_reduce_fminimum:
  case Intrinsic::vp_reduce_fmul:
  case Intrinsic::vp_reduce_mul:
  case Intrinsic::vp_reduce_or:
  case Intrinsic::vp_reduce_smax:
  case Intrinsic::vp_reduce_smin:
  case Intrinsic::vp_reduce_umax:
  case Intrinsic::vp_reduce_umin:
  case Intrinsic::vp_reduce_xor:
  case Intrinsic::vp_rint:
  case Intrinsic::vp_round:
  case Intrinsic::vp_roundeven:
  case Intrinsic::vp_roundtozero:
  case Intrinsic::vp_sadd_sat:
  case Intrinsic::vp_sdiv:
  case Intrinsic::vp_sext:
  case Intrinsic::vp_shl:
  case Intrinsic::vp_sitofp:
  case Intrinsic::vp_smax:
  case Intrinsic::vp_smin:
  case Intrinsic::vp_sqrt:
  case Intrinsic::vp_srem:
  case Intrinsic::vp_ssub_sat:
  case Intrinsic::vp_sub:
  case Intrinsic::vp_trunc:
  case Intrinsic::vp_uadd_sat:
  case Intrinsic::vp_udiv:
  case Intrinsic::vp_uitofp:
  case Intrinsic::vp_umax:
  case Intrinsic::vp_umin:
  case Intrinsic::vp_urem:
  case Intrinsic::vp_usub_sat:
  case Intrinsic::vp_xor:
  case Intrinsic::vp_zext:
    return {Origin::Refused};

  default:
    return {Origin::Unknown};
  }
}

Origin llvm::getGCPointerOriginOfOpcode(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Alloca:
  case Instruction::AtomicCmpXchg:
  case Instruction::AtomicRMW:
  case Instruction::Call:
  case Instruction::CallBr:
  case Instruction::IntToPtr:
  case Instruction::Invoke:
  case Instruction::Load:
  case Instruction::VAArg:
  // A member of one of the others.
  case Instruction::ExtractValue:
    return {Origin::Base};

  case Instruction::Freeze:
    return {Origin::Copy, 0b1};
  // They are copies if the type and the address are the same.
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
  case Instruction::GetElementPtr:
    return {Origin::Derived, 0b1};

  case Instruction::ExtractElement:
    return {Origin::Choice, 0b1};
  case Instruction::InsertElement:
  case Instruction::InsertValue:
  case Instruction::ShuffleVector:
    return {Origin::Choice, 0b11};
  case Instruction::Select:
    return {Origin::Choice, 0b110};
  case Instruction::PHI:
    return {Origin::Choice, 0b11111111};

  case Instruction::LandingPad:
    return {Origin::Refused};
  case Instruction::AShr:
  case Instruction::Add:
  case Instruction::And:
  case Instruction::Br:
  case Instruction::CatchPad:
  case Instruction::CatchRet:
  case Instruction::CatchSwitch:
  case Instruction::CleanupPad:
  case Instruction::CleanupRet:
  case Instruction::FAdd:
  case Instruction::FCmp:
  case Instruction::FDiv:
  case Instruction::FMul:
  case Instruction::FNeg:
  case Instruction::FPExt:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::FPTrunc:
  case Instruction::FRem:
  case Instruction::FSub:
  case Instruction::Fence:
  case Instruction::ICmp:
  case Instruction::IndirectBr:
  case Instruction::LShr:
  case Instruction::Mul:
  case Instruction::Or:
  case Instruction::PtrToAddr:
  case Instruction::PtrToInt:
  case Instruction::Resume:
  case Instruction::Ret:
  case Instruction::SDiv:
  case Instruction::SExt:
  case Instruction::SIToFP:
  case Instruction::SRem:
  case Instruction::Shl:
  case Instruction::Store:
  case Instruction::Sub:
  case Instruction::Switch:
  case Instruction::Trunc:
  case Instruction::UDiv:
  case Instruction::UIToFP:
  case Instruction::URem:
  case Instruction::Unreachable:
  case Instruction::Xor:
  case Instruction::ZExt:
    return {Origin::None};

  default:
    return {Origin::Unknown};
  }
}

static bool isBarrier(const Value &V) {
  const auto *Call = dyn_cast<CallBase>(&V);
  return Call && isAssemblyBarrier(*Call);
}

Origin llvm::getGCPointerOrigin(const Instruction &I) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return getGCPointerOrigin(Call->getIntrinsicID());
  if (isBarrier(I))
    return getSourceOfBarrier(I) ? Origin{Origin::Copy}
                                 : Origin{Origin::Refused};
  const auto *Extract = dyn_cast<ExtractValueInst>(&I);
  if (!Extract)
    return getGCPointerOriginOfOpcode(I.getOpcode());
  const Value *From = Extract->getAggregateOperand();
  while (const auto *Outer = dyn_cast<ExtractValueInst>(From))
    From = Outer->getAggregateOperand();
  if (const auto *Call = dyn_cast<IntrinsicInst>(From))
    return getGCPointerOrigin(Call->getIntrinsicID()).K == Origin::Base
               ? Origin{Origin::Base}
               : Origin{Origin::Refused};
  if (isBarrier(*From))
    return {Origin::Refused};
  // What else makes aggregates is taken apart before anybody asks.
  return isa<PHINode, SelectInst, FreezeInst, InsertValueInst, LandingPadInst>(
             From)
             ? Origin{Origin::Refused}
             : Origin{Origin::Base};
}
