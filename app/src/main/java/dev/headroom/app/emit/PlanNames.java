package dev.headroom.app.emit;

import dev.headroom.app.files.FileManifest;
import dev.headroom.audit.emit.PlanStep;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Names of devices and steps as files, and as hosts of Ansible's inventory. Devices may have any
 * characters in their names; these have letters, digits, points, bars and hyphens, and no two
 * devices have the same.
 */
final class PlanNames {
  private static final int DIGITS = 6;

  /** Names that mean something else in an inventory. */
  private static final Set<String> RESERVED = Set.of("all", "ungrouped", "localhost");

  private PlanNames() {}

  /**
   * The device's name where it is plain already; else what is left of it, with a mark of its own.
   */
  static String device(String device) {
    String plain = plain(device);
    return plain.equals(device)
            && !plain.startsWith("-")
            && !RESERVED.contains(plain.toLowerCase(Locale.ROOT))
        ? device
        : plain
            + "-"
            + FileManifest.hash(device.getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
  }

  /** Whether a device is called otherwise in the inventory. */
  static boolean isRenamed(String device) {
    return !device(device).equals(device);
  }

  /** A step; its number makes it unique. */
  static String step(PlanStep step) {
    return plain(step.fileStem());
  }

  private static String plain(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]+", "-");
    return plain.isEmpty() || plain.startsWith(".") || plain.startsWith("-")
        ? "device" + plain
        : plain;
  }
}
