package dev.headroom.audit.benchmark;

import dev.headroom.audit.container.PinnedMemoryFix;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.host.EfaHost;
import dev.headroom.formats.host.HostFacts;
import java.util.Arrays;
import java.util.Collection;
import java.util.regex.Pattern;

/**
 * Cause of a failed GPU memory registration, by the error number of {@code ibv_reg_mr} or {@code
 * ibv_reg_dmabuf_mr}. Error numbers: errno(3), 12 {@code ENOMEM}, 14 {@code EFAULT}, 93 {@code
 * EPROTONOSUPPORT}, 95 {@code EOPNOTSUPP}; linux-rdma/perftest#269, #280, #346.
 */
enum GpuRegistrationFailure {
  LOCKED_LIMIT(
      "\\berror=12\\b|Cannot allocate memory",
      "Error 12 means that the limit on locked memory is reached, for GPU memory as for host "
          + "memory.",
      ""),
  NO_PEER(
      "\\berror=14\\b|Bad address",
      "The NIC's driver treated the GPU address as host memory. Either nvidia-peermem is not "
          + "loaded and DMA-BUF was not enabled (--use_cuda_dmabuf), or the GPU does not support "
          + "GPUDirect.",
      EfaHost.LOAD
          + "; or add --use_cuda_dmabuf, with the GPU's open kernel modules and Linux 5.12 or later"),
  NO_DMABUF(
      "\\berror=9[35]\\b|Protocol not supported|Operation not supported",
      "The test uses DMA-BUF, and the GPU's or the NIC's driver does not support it.",
      "install the GPU's open kernel modules, Linux 5.12 or later and a NIC driver with DMA-BUF; "
          + "or run without --use_cuda_dmabuf and "
          + EfaHost.LOAD),
  UNSAID(
      "",
      "The NIC's driver cannot pin GPU memory without nvidia-peermem, or DMA-BUF support in both "
          + "drivers. Or the limit on locked memory is reached.",
      EfaHost.LOAD
          + "; or DMA-BUF, with the GPU's open kernel modules, Linux 5.12 or later and "
          + "--use_cuda_dmabuf; check that the test passes without --use_cuda");

  private final Pattern said;
  private final String cause;

  /** Blank where a step of a script does it. */
  private final String advice;

  GpuRegistrationFailure(String said, String cause, String advice) {
    this.said = Pattern.compile(said);
    this.cause = cause;
    this.advice = advice;
  }

  /** By what a test printed. */
  static GpuRegistrationFailure of(Collection<String> notes) {
    return Arrays.stream(values())
        .filter(each -> notes.stream().anyMatch(note -> each.said.matcher(note).find()))
        .findFirst()
        .orElse(UNSAID);
  }

  String cause() {
    return cause;
  }

  Fix fix(HostFacts host) {
    return advice.isEmpty() ? PinnedMemoryFix.of(host) : Fix.advice(advice);
  }
}
