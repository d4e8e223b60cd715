package dev.headroom.prove.sample;

import java.util.List;

/**
 * Files and commands that a sample is made of: a few are read each time, those that cost more or
 * change slowly less often. The script for machines over SSH and the reader of this machine both
 * follow it.
 */
final class SampledPaths {
  /** Patterns of files that are read each time; a star stands within a name. */
  static final List<String> EACH_TIME =
      List.of(
          "proc/uptime",
          "proc/loadavg",
          "proc/net/snmp",
          "proc/sys/kernel/random/boot_id",
          "sys/class/infiniband/*/node_guid",
          "sys/class/infiniband/*/ports/*/state",
          "sys/class/infiniband/*/ports/*/phys_state",
          "sys/class/infiniband/*/ports/*/rate",
          "sys/class/infiniband/*/ports/*/gid_attrs/ndevs/0",
          "sys/class/infiniband/*/ports/*/counters/*",
          "sys/class/infiniband/*/ports/*/hw_counters/*",
          "sys/class/infiniband/*/hw_counters/*",
          "sys/class/net/*/address",
          "sys/class/net/*/operstate",
          "sys/class/net/*/carrier_changes",
          "sys/class/net/*/statistics/[rt]x_bytes",
          "sys/class/net/*/statistics/[rt]x_dropped",
          "sys/class/net/*/statistics/[rt]x_errors",
          "sys/bus/pci/devices/*/aer_dev_correctable",
          "sys/bus/pci/devices/*/aer_dev_nonfatal",
          "sys/bus/pci/devices/*/aer_dev_fatal");

  /** Patterns of files that are read now and then. */
  static final List<String> SELDOM =
      List.of(
          "sys/class/infiniband/*/device/current_link_speed",
          "sys/class/infiniband/*/device/current_link_width",
          "sys/class/infiniband/*/device/max_link_speed",
          "sys/class/infiniband/*/device/max_link_width",
          "sys/class/thermal/thermal_zone*/type",
          "sys/class/thermal/thermal_zone*/temp",
          "sys/class/hwmon/hwmon*/name",
          "sys/class/hwmon/hwmon*/temp*_input");

  /** Interfaces with hardware behind them. */
  static final String INTERFACES = "sys/class/net/*/device";

  /** Commands for each interface, each time; {@code {net}} is its name. */
  static final List<String> COMMANDS = List.of("ethtool -S {net}");

  /** Commands now and then. */
  static final List<String> SELDOM_COMMANDS =
      List.of(
          "ethtool -m {net}",
          "nvidia-smi --query-gpu=index,pci.bus_id,temperature.gpu,temperature.memory,"
              + "utilization.gpu,power.draw --format=csv",
          "devlink health show",
          "dmesg");

  /** Every how many readings the slow ones are taken, by default. */
  static final int SELDOM_EVERY = 6;

  private SampledPaths() {}
}
