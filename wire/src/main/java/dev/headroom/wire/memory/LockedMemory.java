package dev.headroom.wire.memory;

import dev.headroom.unit.Size;
import dev.headroom.wire.linux.Sysfs;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Locked and pinned memory of this process, and its limit.
 *
 * @param locked bytes by {@code mlock} (VmLck of /proc/self/status)
 * @param pinned bytes by drivers, of registered memory (VmPin). Each of the two is held against the
 *     limit
 * @param limit bytes ({@code ulimit -l}, RLIMIT_MEMLOCK); empty if there is none
 * @param exempt whether the limit is not asked (CAP_IPC_LOCK)
 */
public record LockedMemory(long locked, long pinned, OptionalLong limit, boolean exempt) {
  private static final int CAP_IPC_LOCK = 14;
  private static final String LIMIT = "Max locked memory";

  /** How it is now. */
  public static LockedMemory now() {
    return of(Sysfs.text(Path.of("/proc/self/status")), Sysfs.text(Path.of("/proc/self/limits")));
  }

  /** As the kernel's files say (Documentation/filesystems/proc.rst). */
  static LockedMemory of(String status, String limits) {
    String[] words =
        limits
            .lines()
            .filter(line -> line.startsWith(LIMIT))
            .findFirst()
            .map(line -> line.substring(LIMIT.length()).strip().split("\\s+"))
            .orElse(new String[] {"unlimited"});
    return new LockedMemory(
        kibibytes(status, "VmLck:"),
        kibibytes(status, "VmPin:"),
        words[0].equals("unlimited")
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseLong(words[0])),
        (Long.parseUnsignedLong(value(status, "CapEff:", "0"), 16) >> CAP_IPC_LOCK & 1) == 1);
  }

  private static long kibibytes(String status, String key) {
    return Long.parseLong(value(status, key, "0 kB").split(" ")[0]) * 1024;
  }

  private static String value(String status, String key, String otherwise) {
    return status
        .lines()
        .filter(line -> line.startsWith(key))
        .findFirst()
        .map(line -> line.substring(key.length()).strip())
        .orElse(otherwise);
  }

  /** What to do where it is too little. */
  public String tooLittle() {
    return (limit.isEmpty() || exempt
            ? "no limit is set; the host has too little free memory"
            : "ulimit -l is %d (%s), and %s are locked already"
                .formatted(
                    limit.getAsLong() / 1024,
                    new Size(limit.getAsLong()),
                    new Size(Math.max(locked, pinned))))
        + "; memlock in /etc/security/limits.conf raises it for logins, LimitMEMLOCK= for"
        + " services, --ulimit memlock=-1 for containers";
  }
}
