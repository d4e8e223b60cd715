package dev.headroom.audit.container;

import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.UnlimitedMemlock;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.kernel.ProcessStatusReader;
import java.math.BigInteger;
import java.util.Optional;

/** Fix of a limit on pinned memory, and the capability that lifts it. */
public final class PinnedMemoryFix {
  /** CAP_IPC_LOCK and CAP_SYS_ADMIN (Linux, include/uapi/linux/capability.h). */
  private static final int IPC_LOCK = 14;

  private static final int SYS_ADMIN = 21;
  private static final int HEXADECIMAL = 16;

  private static final Fix OF_CONTAINER =
      Fix.advice(
          "raise the limit where the container gets it, since limits.conf has no effect there: "
              + "docker run --ulimit memlock=-1:-1; in Kubernetes, LimitMEMLOCK=infinity in the "
              + "unit of containerd or crio (systemctl edit), then restart it. For a user that is "
              + "root in the container, IPC_LOCK in securityContext.capabilities.add is enough");

  private PinnedMemoryFix() {}

  /** The fix for a process of this host, or of the container whose output this is. */
  public static Fix of(HostFacts host) {
    return isContainer(host) ? OF_CONTAINER : Fix.of(new UnlimitedMemlock());
  }

  /**
   * Whether the output is of a container: the process can never get CAP_SYS_ADMIN, which container
   * runtimes take away. Where its capabilities are unknown, a pod's manifest without any output of
   * a host's PCI devices tells.
   */
  public static boolean isContainer(HostFacts host) {
    return has(host, ProcessStatusReader.BOUNDING, SYS_ADMIN)
        .map(has -> !has)
        .orElseGet(() ->
            !host.facts().subjects(SubjectKind.POD).isEmpty()
                && host.facts().subjects(SubjectKind.PCI).isEmpty());
  }

  /** Whether the process that was looked at has CAP_IPC_LOCK in effect; empty if unknown. */
  public static Optional<Boolean> locksMemory(HostFacts host) {
    return has(host, ProcessStatusReader.EFFECTIVE, IPC_LOCK);
  }

  private static Optional<Boolean> has(HostFacts host, String set, int capability) {
    return host.facts()
        .text(ProcessStatusReader.PROCESS, set)
        .optional()
        .map(digits -> new BigInteger(digits.strip(), HEXADECIMAL).testBit(capability));
  }
}
