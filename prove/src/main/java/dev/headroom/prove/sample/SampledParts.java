package dev.headroom.prove.sample;

import dev.headroom.prove.counters.HostFile;
import java.util.List;

/**
 * Files and commands that a sample of one kind of machine is made of: a few are read each time,
 * those that cost more or change slowly less often. The script for machines over SSH and the reader
 * of this machine both follow it.
 *
 * @param files patterns of files that are read each time; a star stands within a name
 * @param seldomFiles patterns of files that are read now and then
 * @param commands each time; {@code {net}} is the name of an interface with hardware behind it
 * @param seldomCommands now and then
 */
record SampledParts(
    List<String> files,
    List<String> seldomFiles,
    List<String> commands,
    List<String> seldomCommands) {
  /** Interfaces with hardware behind them. */
  static final String INTERFACES = HostFile.NET + "/*/device";

  /** Every how many readings the slow ones are taken, by default. */
  static final int SELDOM_EVERY = 6;

  /** Of a Linux host. */
  static final SampledParts HOST =
      new SampledParts(
          HostFile.watched(HostFile.Watching.EACH),
          HostFile.watched(HostFile.Watching.SELDOM),
          List.of("ethtool -S {net}"),
          List.of(
              "ethtool -m {net}",
              "nvidia-smi --query-gpu=index,pci.bus_id,temperature.gpu,temperature.memory,"
                  + "utilization.gpu,power.draw --format=csv",
              "devlink health show",
              "dmesg"));

  /** Of a switch that runs SONiC: each {@code show} costs its processor about a second. */
  static final SampledParts SONIC =
      new SampledParts(
          List.of("proc/uptime", "proc/loadavg", "proc/sys/kernel/random/boot_id"),
          List.of(),
          List.of(
              "show interfaces counters",
              "show pfc counters",
              "show queue counters",
              "show pfcwd stats",
              "show priority-group drop counters"),
          List.of(
              "show pfc priority",
              "show lldp table",
              "show queue wredcounters",
              "show queue watermark unicast",
              "show priority-group watermark headroom",
              "show interfaces counters fec-stats",
              "show interfaces transceiver eeprom --dom"));

  /** Whether a command, with the name of its interface, is one of those now and then. */
  boolean isSeldom(String command) {
    return commands.stream().noneMatch(each -> fits(each, command));
  }

  private static boolean fits(String pattern, String command) {
    int hole = pattern.indexOf("{net}");
    return hole < 0 ? pattern.equals(command) : command.startsWith(pattern.substring(0, hole));
  }
}
