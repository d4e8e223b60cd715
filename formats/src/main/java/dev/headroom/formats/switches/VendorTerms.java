package dev.headroom.formats.switches;

import dev.headroom.model.text.PortRanges;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * Vendor's terms, and its commands for fixes.
 *
 * @param family of its configuration, as a report names it: {@code SONiC}
 * @param dscpMap what the map of DSCPs to classes is called
 * @param enableEcnCommand how a queue is made to mark
 * @param changeDropToMarkCommand how a curve that drops is made to mark
 * @param unwatchedMessage what is wrong where the watchdog does not look after what is paused, up
 *     to the ports
 * @param watchdogOfPort how the watchdog is made to look after one port: {@code {port}} stands for
 *     its name, {@code {number}} for what follows the letters of its name, and {@code {priorities}}
 *     for its priorities with PFC
 * @param watchdogLast what follows once; empty if nothing
 */
public record VendorTerms(
    String family,
    String dscpMap,
    String enableEcnCommand,
    String changeDropToMarkCommand,
    String unwatchedMessage,
    String watchdogOfPort,
    String watchdogLast) {
  private static final int MOST_PORTS = 4;

  /** Of a vendor that names no commands. */
  public static VendorTerms of(String family, String dscpMap) {
    return new VendorTerms(
        family,
        dscpMap,
        "assign a WRED profile with ECN marking to the queue of the lossless class, at each of "
            + "these ports",
        "enable ECN marking instead of drops in this WRED profile",
        "the PFC watchdog does not cover the priorities with PFC on ",
        "enable the PFC watchdog for priorities {priorities} of {port}",
        "");
  }

  /** The same with commands for marking. */
  public VendorTerms marking(String queues, String curves) {
    return new VendorTerms(
        family, dscpMap, queues, curves, unwatchedMessage, watchdogOfPort, watchdogLast);
  }

  /** The same with the commands for the watchdog. */
  public VendorTerms watchdog(String ofPort, String last) {
    return new VendorTerms(
        family, dscpMap, enableEcnCommand, changeDropToMarkCommand, unwatchedMessage, ofPort, last);
  }

  /** The same with other words for a watchdog that looks past what is paused. */
  public VendorTerms unwatchedMessage(String words) {
    return new VendorTerms(
        family,
        dscpMap,
        enableEcnCommand,
        changeDropToMarkCommand,
        words,
        watchdogOfPort,
        watchdogLast);
  }

  /**
   * The commands that make the watchdog look after ports, those of the first ports in full.
   *
   * @param priorities with PFC, by the port's name
   */
  public String enableWatchdogCommand(SortedMap<String, SortedSet<Integer>> priorities) {
    List<String> commands = new ArrayList<>();
    List<String> ports = PortRanges.sorted(priorities.keySet());
    for (String port : ports) {
      commands.add(
          watchdogOfPort
              .replace("{port}", port)
              .replace("{number}", port.replaceFirst("^[A-Za-z]+", ""))
              .replace(
                  "{priorities}",
                  priorities.getOrDefault(port, Collections.emptySortedSet()).stream()
                      .map(String::valueOf)
                      .collect(Collectors.joining(","))));
    }
    List<String> each = commands.stream().distinct().toList();
    String shown = each.stream().limit(MOST_PORTS).collect(Collectors.joining("; "));
    return shown
        + (each.size() > MOST_PORTS
            ? "; the same for %s".formatted(PortRanges.of(ports.subList(MOST_PORTS, ports.size())))
            : "")
        + (watchdogLast.isEmpty() ? "" : "; " + watchdogLast);
  }
}
