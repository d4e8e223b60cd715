package dev.headroom.model.stack;

import dev.headroom.model.workload.LibraryTimeouts;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Variables of RCCL: NCCL's by the same names, with some other defaults. */
final class RcclVariables {
  private static final String SOURCE = "ROCm/rccl 2.21.5 (ROCm 6.3), src";

  /** Its own, where they are not NCCL's. */
  private static final Map<String, String> STANDARDS =
      Map.of(
          "NCCL_IB_TIMEOUT",
          Integer.toString(LibraryTimeouts.RCCL.exponent()),
          "NCCL_PXN_DISABLE",
          "1",
          "NCCL_DMABUF_ENABLE",
          "0");

  /** Of switches that AMD's GPUs do not have. */
  private static final Set<StackTopic> NOT_THERE =
      Set.of(StackTopic.NVLS, StackTopic.NVLS_CHUNK, StackTopic.NVLS_TREE_CHUNK);

  static final List<StackVariable> ALL =
      NcclVariables.ALL.stream()
          .filter(variable -> !NOT_THERE.contains(variable.topic()))
          .map(RcclVariables::own)
          .toList();

  private RcclVariables() {}

  private static StackVariable own(StackVariable nccls) {
    String standard = STANDARDS.getOrDefault(nccls.name(), "");
    StackVariable sourced = nccls.from(SOURCE);
    return standard.isEmpty() ? sourced : sourced.standard(standard);
  }
}
