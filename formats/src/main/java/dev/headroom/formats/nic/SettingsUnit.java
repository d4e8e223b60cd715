package dev.headroom.formats.nic;

import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.MergedUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Unit of systemd that runs commands when a network interface appears: at boot, and when its driver
 * is loaded again (systemd.device and systemd.unit, BindsTo). The RDMA device of an interface comes
 * later, with the RDMA part of its driver; commands for it wait for it.
 *
 * <p>A comment before each command says what it sets. By these, a unit of a later plan takes over
 * what the unit of an earlier one sets and itself does not ({@link
 * dev.headroom.formats.emit.MergedUnit}).
 */
final class SettingsUnit {
  /** Where a command names an RDMA device: as a folder, or as an option of a tool. */
  private static final Pattern DEVICE =
      Pattern.compile(
          "(?:/sys/class/infiniband/|cma_roce_tos -d |nicctl update dcqcn -r )([^/ ]+)");

  /** Files that the RDMA part of mlx5 makes. */
  private static final Pattern FOLDER = Pattern.compile("> (/sys/kernel/debug/\\S+)/[^/ ]+");

  /** Seconds to wait for an RDMA device. */
  private static final int PATIENCE = 60;

  /**
   * Exit status 80 of {@code ethtool -C} and {@code -G} where the interface has the values already
   * (ethtool.c, do_scoalesce and do_sring): no reason to leave out the commands that follow.
   */
  private static final String UNCHANGED = "SuccessExitStatus=80\n";

  private static final Pattern ETHTOOL = Pattern.compile("ethtool -[CG] .*");

  private SettingsUnit() {}

  /**
   * The unit's file.
   *
   * @param word of the settings, for its name
   * @param title for its description
   */
  static EmittedFile of(String word, String title, String netdev, List<UnitCommand> settings) {
    List<String> commands = settings.stream().map(UnitCommand::command).toList();
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
    if (commands.stream().anyMatch(command -> ETHTOOL.matcher(command).matches())) {
      text.append(UNCHANGED);
    }
    waited(commands).ifPresent(place -> run(text, "ExecStartPre", wait(place)));
    for (UnitCommand each : settings) {
      if (!each.setting().isEmpty()) {
        text.append(MergedUnit.SETS).append(each.setting()).append('\n');
      }
      run(text, "ExecStart", each.command());
    }
    text.append("\n[Install]\nWantedBy=").append(device).append('\n');
    return new EmittedFile(name, "/etc/systemd/system/" + name, text.toString());
  }

  private static void run(StringBuilder text, String when, String command) {
    text.append(when)
        .append("=/bin/sh -c '")
        .append(command.replace("%", "%%").replace("$", "$$"))
        .append("'\n");
  }

  /** What has to be there before the commands. */
  private static Optional<String> waited(List<String> commands) {
    return first(DEVICE, commands)
        .map(device -> "/sys/class/infiniband/" + device)
        .or(() -> first(FOLDER, commands));
  }

  private static Optional<String> first(Pattern pattern, List<String> commands) {
    return commands.stream()
        .flatMap(command -> pattern.matcher(command).results())
        .map((MatchResult found) -> found.group(1))
        .findFirst();
  }

  private static String wait(String place) {
    return "n=0; until [ -e %s ] || [ $n -ge %d ]; do sleep 1; n=$((n+1)); done"
        .formatted(place, PATIENCE);
  }
}
