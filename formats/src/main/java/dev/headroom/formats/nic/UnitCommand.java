package dev.headroom.formats.nic;

import java.util.List;

/**
 * Command of a unit of systemd.
 *
 * @param setting what it sets, in a few words; blank if it goes with every setting of the unit
 * @param command for a shell
 */
record UnitCommand(String setting, String command) {
  /** Commands that set one thing together. */
  static List<UnitCommand> of(String setting, List<String> commands) {
    return commands.stream().map(each -> new UnitCommand(setting, each)).toList();
  }
}
