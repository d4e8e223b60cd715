package dev.headroom.audit.host;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Support for GPU memory access of NICs through DMA-BUF, without nvidia-peermem. It needs the open
 * kernel modules of the GPU driver, version 515 or later (CUDA 11.7), and Linux 5.12 or later.
 * Source: NVIDIA GPU Operator, "GPUDirect RDMA and GPUDirect Storage", prerequisites of DMA-BUF.
 * Kernels of Red Hat before 9 carry the RDMA core of later ones under an old number: of these
 * nothing is said.
 *
 * @param isUsable yes, no, or nobody knows
 * @param evidence the lines that say so
 * @param missing what would tell, where nobody knows; else empty
 */
public record DmaBuf(Optional<Boolean> isUsable, List<Evidence> evidence, String missing) {
  private static final int DRIVER = 515;
  private static final Pattern LINUX = Pattern.compile("(\\d{1,3})\\.(\\d{1,3}).*");
  private static final Pattern DRIVER_VERSION = Pattern.compile("(?:.*? )??(\\d{3,4})\\.\\d.*");

  /** Of a host. */
  public static DmaBuf of(HostFacts host) {
    ReportedValue<Boolean> open = openModules(host);
    ReportedValue<Boolean> recent = recentDriver(host);
    ReportedValue<Boolean> linux = recentLinux(host);
    List<ReportedValue<Boolean>> all = List.of(open, recent, linux);
    List<Evidence> seen = all.stream().flatMap(each -> each.findEvidence().stream()).toList();
    if (all.stream().anyMatch(each -> each.equalTo(false))) {
      return new DmaBuf(
          Optional.of(false),
          all.stream()
              .filter(each -> each.equalTo(false))
              .flatMap(each -> each.findEvidence().stream())
              .toList(),
          "");
    }
    if (open.equalTo(true) && linux.equalTo(true)) {
      return new DmaBuf(Optional.of(true), seen, "");
    }
    String missing =
        Stream.of(
                open.isReported()
                    ? ""
                    : "the license of the driver's modules (modinfo nvidia, or /proc/driver/nvidia/version)",
                linux.isReported() ? "" : "the kernel (uname -r)")
            .filter(each -> !each.isEmpty())
            .reduce((one, other) -> one + " and " + other)
            .orElse("");
    return new DmaBuf(Optional.empty(), seen, missing);
  }

  /**
   * The open ones are under MIT and GPL, and say so; GPUs of Blackwell and of Grace Hopper work
   * with no others.
   */
  private static ReportedValue<Boolean> openModules(HostFacts host) {
    return host.facts()
        .text(Subject.module("nvidia"), "license")
        .map(license -> license.contains("MIT") || license.contains("GPL"))
        .orElseReported(
            host.facts()
                .text(Subject.host(), "nvidia.version")
                .map(version -> version.contains("Open Kernel Module")))
        .orElseReported(OpenModuleGpus.of(host));
  }

  private static ReportedValue<Boolean> recentDriver(HostFacts host) {
    return host.facts()
        .read(Subject.module("nvidia"), "version", DmaBuf::isRecent)
        .orElseReported(host.facts().read(Subject.host(), "nvidia.driver", DmaBuf::isRecent));
  }

  private static Optional<Boolean> isRecent(String driver) {
    Matcher version = DRIVER_VERSION.matcher(driver);
    return version.matches()
        ? Optional.of(Integer.parseInt(version.group(1)) >= DRIVER)
        : Optional.empty();
  }

  private static ReportedValue<Boolean> recentLinux(HostFacts host) {
    return host.facts()
        .read(
            Subject.host(),
            "kernel",
            release -> {
              Matcher numbers = LINUX.matcher(release);
              if (!numbers.matches() || release.contains(".el8") || release.contains(".el7")) {
                return Optional.empty();
              }
              int major = Integer.parseInt(numbers.group(1));
              int minor = Integer.parseInt(numbers.group(2));
              return Optional.of(major > 5 || (major == 5 && minor >= 12));
            });
  }
}
