package dev.headroom.audit.environment;

import java.util.Optional;
import java.util.Set;

/**
 * PyTorch's variables about NCCL whose old names looked like NCCL's (pytorch/pytorch,
 * torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp and NCCLUtils.cpp).
 */
final class TorchVariables {
  /** What the names have in front that PyTorch reads first. */
  private static final String PREFIX = "TORCH_";

  /** Under which names it still looks where the new one is not set. */
  private static final Set<String> OLD =
      Set.of(
          "NCCL_ASYNC_ERROR_HANDLING",
          "NCCL_BLOCKING_WAIT",
          "NCCL_DESYNC_DEBUG",
          "NCCL_ENABLE_TIMING",
          "NCCL_USE_TENSOR_REGISTER_ALLOCATOR_HOOK");

  /** It reads these with the prefix only. */
  private static final Set<String> ONLY_NEW =
      Set.of(
          "NCCL_AVOID_RECORD_STREAMS",
          "NCCL_BCAST_UNIQUEID",
          "NCCL_COORD_CHECK_MILSEC",
          "NCCL_CUDA_EVENT_CACHE",
          "NCCL_DEBUG_INFO_PIPE_FILE",
          "NCCL_DUMP_ON_TIMEOUT",
          "NCCL_ENABLE_MONITORING",
          "NCCL_HEARTBEAT_TIMEOUT_SEC",
          "NCCL_HIGH_PRIORITY",
          "NCCL_LOG_CPP_STACK_ON_UNCLEAN_SHUTDOWN",
          "NCCL_NAN_CHECK",
          "NCCL_NONBLOCKING_TIMEOUT",
          "NCCL_PROPAGATE_ERROR",
          "NCCL_RANKS_PER_ROOT",
          "NCCL_RETHROW_CUDA_ERRORS",
          "NCCL_TRACE_BUFFER_SIZE",
          "NCCL_USE_COMM_NONBLOCKING",
          "NCCL_WAIT_TIMEOUT_DUMP_MILSEC");

  private TorchVariables() {}

  /** What PyTorch calls it now, if it is one of its. */
  static Optional<String> currentName(String name) {
    return OLD.contains(name) || ONLY_NEW.contains(name)
        ? Optional.of(PREFIX + name)
        : Optional.empty();
  }

  /** Whether PyTorch reads the old name as well. */
  static boolean isRead(String name) {
    return OLD.contains(name);
  }
}
