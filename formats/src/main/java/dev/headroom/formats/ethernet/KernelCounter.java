package dev.headroom.formats.ethernet;

import java.util.Set;

/**
 * Kernel names of an interface's counters ({@code Documentation/networking/statistics.rst}, {@code
 * /sys/class/net/INTERFACE/statistics}), by the column headings of {@code ip} and {@code netstat}
 * ({@code ipaddress.c} of iproute2, {@code lib/interface.c} of net-tools).
 */
public final class KernelCounter {
  private static final Set<String> FAULTS =
      Set.of("length", "crc", "frame", "fifo", "missed", "over", "aborted", "window", "heartbeat");

  private KernelCounter() {}

  /**
   * The name.
   *
   * @param direction rx or tx
   * @param word a column of {@code ip -s -s link}, or a key of its JSON
   */
  public static String of(String direction, String word) {
    String plain = word.endsWith("_errors") ? word.substring(0, word.length() - 7) : word;
    return switch (plain) {
      case "mcast", "multicast" -> "multicast";
      case "collsns", "collisions" -> "collisions";
      case "transns", "carrier_changes" -> "carrier_changes";
      case "overrun" -> direction + "_over_errors";
      case "heartbt" -> direction + "_heartbeat_errors";
      case "carrier" -> direction + "_carrier_errors";
      default -> direction + "_" + plain + (FAULTS.contains(plain) ? "_errors" : "");
    };
  }
}
