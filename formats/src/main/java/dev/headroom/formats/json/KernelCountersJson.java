package dev.headroom.formats.json;

import dev.headroom.formats.ethernet.KernelCounter;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of kernel counters in the JSON of iproute2, with the names of its text output. It reads
 * the object {@code kernel} of {@code nstat --json}, and the objects {@code rx} and {@code tx} of
 * each interface of {@code ip -s -j link}.
 */
final class KernelCountersJson {
  private static final Pattern SIDE =
      Pattern.compile("(?:\\d{1,6}\\|)?stats(?:64)?\\|(rx|tx)(?:_errors)?");
  private static final Pattern NAME = Pattern.compile("(?:Ip|Icmp|Tcp|Udp|MPTcp|Sctp)\\w{2,60}");

  private KernelCountersJson() {}

  /**
   * Says a member of an object again if it is a counter.
   *
   * @param path of the object
   * @param netdev that the object is part of; blank if of none
   */
  static void addCounter(
      TextLine line, String path, String netdev, String key, String value, FactSink sink) {
    if (!value.matches("\\d{1,20}")) {
      return;
    }
    Matcher side = SIDE.matcher(path);
    if (path.equals("kernel") && NAME.matcher(key).matches()) {
      sink.add(line, Subject.host(), RdmaKeys.counter(key), value);
    } else if (!netdev.isEmpty() && side.matches()) {
      String name = KernelCounter.of(side.group(1), key);
      sink.add(line, Subject.netdev(netdev), RdmaKeys.counter(name), value);
    }
  }
}
