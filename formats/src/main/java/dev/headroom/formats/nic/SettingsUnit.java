package dev.headroom.formats.nic;

import dev.headroom.formats.emit.EmittedFile;
import java.util.List;

/**
 * Unit of systemd that runs commands when a network interface appears: at boot, and when its driver
 * is loaded again (systemd.device and systemd.unit, BindsTo).
 */
final class SettingsUnit {
  private SettingsUnit() {}

  /**
   * The unit's file.
   *
   * @param word of the settings, for its name
   * @param title for its description
   */
  static EmittedFile of(String word, String title, String netdev, List<String> commands) {
    String name = "headroom-" + word.replace('_', '-') + "-" + netdev + ".service";
    String device = "sys-subsystem-net-devices-" + netdev.replace("-", "\\x2d") + ".device";
    StringBuilder text =
        new StringBuilder(
            """
            [Unit]
            Description=%1$s of %2$s
            BindsTo=%3$s
            After=%3$s

            [Service]
            Type=oneshot
            RemainAfterExit=yes
            """
                .formatted(title, netdev, device));
    commands.forEach(each ->
        text.append("ExecStart=/bin/sh -c '")
            .append(each.replace("%", "%%").replace("$", "$$"))
            .append("'\n"));
    text.append("\n[Install]\nWantedBy=").append(device).append('\n');
    return new EmittedFile(name, "/etc/systemd/system/" + name, text.toString());
  }
}
