package dev.headroom.audit.benchmark;

import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.UnlimitedMemlock;
import dev.headroom.audit.host.EfaHost;
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
      "Error 12 is what a limit on locked memory answers, for memory of a GPU as of the host.",
      ""),
  NO_PEER(
      "\\berror=14\\b|Bad address",
      "The NIC's driver took the address for one of the host's memory: nvidia-peermem is not loaded, and DMA-BUF, which"
          + " needs --use_cuda_dmabuf, was not asked for; or the GPU has no GPUDirect.",
      EfaHost.LOAD
          + "; or add --use_cuda_dmabuf, with the GPU's open kernel modules and Linux 5.12 or later"),
  NO_DMABUF(
      "\\berror=9[35]\\b|Protocol not supported|Operation not supported",
      "DMA-BUF was asked for, and the driver of the GPU or of the NIC has none.",
      "install the GPU's open kernel modules, Linux 5.12 or later and a driver of the NIC with DMA-BUF; or leave --use_cuda_dmabuf away and "
          + EfaHost.LOAD),
  UNSAID(
      "",
      "The NIC's driver cannot pin memory of a GPU by itself: that takes nvidia-peermem, or DMA-BUF in the drivers of"
          + " both; or there is a limit on locked memory.",
      EfaHost.LOAD
          + "; or DMA-BUF, with the GPU's open kernel modules, Linux 5.12 or later and --use_cuda_dmabuf; see that the test passes without --use_cuda");

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

  Fix fix() {
    return advice.isEmpty() ? Fix.of(new UnlimitedMemlock()) : Fix.advice(advice);
  }
}
