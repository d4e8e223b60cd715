package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitLanguage;
import dev.headroom.formats.emit.IndentedSyntax;
import dev.headroom.formats.emit.LineSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Commands of a switch without a shell, as Ansible's {@code network_cli} takes them: the lines of
 * the configuration, and what keeps them over a restart.
 *
 * @param lines of the configuration mode
 * @param save commands after it
 */
record CliLines(List<String> lines, List<String> save) {
  /** Values of {@code ansible_network_os}, by language. */
  private static final Map<String, String> NETWORK_OS =
      Map.of(
          "eos", "arista.eos.eos",
          "nxos", "cisco.nxos.nxos",
          "junos", "junipernetworks.junos.junos",
          "os10", "dellemc.os10.os10",
          "onyx", "mellanox.onyx.onyx",
          "enterprise-sonic", "dellemc.enterprise_sonic.sonic");

  /** Keeps copies. */
  CliLines {
    lines = List.copyOf(lines);
    save = List.copyOf(save);
  }

  /** The name of the operating system; empty for a device with a shell. */
  static Optional<String> networkOs(EmitLanguage language) {
    return Optional.ofNullable(NETWORK_OS.get(language.word()));
  }

  static boolean hasShell(EmitLanguage language) {
    return networkOs(language).isEmpty();
  }

  static CliLines of(EmitLanguage language, List<String> commands) {
    if (!(language instanceof EmitLanguage.OfSwitch of) || commands.isEmpty()) {
      return new CliLines(commands, List.of());
    }
    return switch (of.writer().syntax()) {
      case IndentedSyntax indented -> cut(commands, 1, indented.save().size() + 1, indented.save());
      case LineSyntax line ->
          cut(
              commands,
              line.enter().size(),
              line.leave().size(),
              // Ansible commits by itself.
              line.leave().stream().filter(each -> !each.matches("commit.*|exit")).toList());
      default -> new CliLines(commands, List.of());
    };
  }

  private static CliLines cut(List<String> commands, int first, int last, List<String> save) {
    List<String> lines =
        new ArrayList<>(commands.subList(first, Math.max(first, commands.size() - last)));
    return new CliLines(lines, save);
  }
}
