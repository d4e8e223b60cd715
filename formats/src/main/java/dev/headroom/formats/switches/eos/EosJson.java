package dev.headroom.formats.switches.eos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of Arista EOS port data in {@code | json} outputs, with the keys of the text outputs. The
 * commands are {@code show interfaces}, also with {@code status}, {@code counters errors}, {@code
 * counters discards}, {@code counters queue drops}, and {@code show priority-flow-control
 * counters}. Paths are those of ANTA's and NAPALM's tests. Of its transceivers {@link EosModules}
 * tells.
 */
final class EosJson {
  static final String PORT =
      "\\|((?:Ethernet|Port-Channel|Management|Vlan|Loopback)\\d[\\d/.]{0,16})";

  /** Of a port, of its counters, and of the two lists of errors in these. */
  private static final Pattern INTERFACE =
      Pattern.compile(
          "(?:^|\\|)interfaces"
              + PORT
              + "(?:\\|interfaceCounters(?:\\|(?:input|output)ErrorsDetail)?)?$");

  private static final Pattern STATUS =
      Pattern.compile("(?:^|\\|)interfaceStatuses" + PORT + "(\\|causes)?$");
  private static final Pattern ERRORS =
      Pattern.compile("(?:^|\\|)interfaceErrorCounters" + PORT + "$");
  private static final Pattern PAUSES = Pattern.compile("(?:^|\\|)interfaceCounters" + PORT + "$");
  private static final Pattern QUEUE =
      Pattern.compile(
          "(?:^|\\|)interfaces"
              + PORT
              + "\\|trafficClasses\\|TC(\\d)\\|(ingressVoq|egressQueue)Counters\\|countersSum$");

  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("inTotalPkts", "packets-input"),
          Map.entry("inOctets", "bytes-input"),
          Map.entry("inUcastPkts", "unicast-received"),
          Map.entry("inMulticastPkts", "multicast-received"),
          Map.entry("inBroadcastPkts", "broadcasts-received"),
          Map.entry("inDiscards", "input-discards"),
          Map.entry("totalInErrors", "input-errors"),
          Map.entry("inErrors", "input-errors"),
          Map.entry("runtFrames", "runts"),
          Map.entry("frameTooShorts", "runts"),
          Map.entry("giantFrames", "giants"),
          Map.entry("frameTooLongs", "giants"),
          Map.entry("fcsErrors", "crc"),
          Map.entry("alignmentErrors", "alignment"),
          Map.entry("symbolErrors", "symbol"),
          Map.entry("rxPause", "pause-input"),
          Map.entry("outTotalPkts", "packets-output"),
          Map.entry("outOctets", "bytes-output"),
          Map.entry("outUcastPkts", "unicast-sent"),
          Map.entry("outMulticastPkts", "multicast-sent"),
          Map.entry("outBroadcastPkts", "broadcasts-sent"),
          Map.entry("outDiscards", "output-discards"),
          Map.entry("totalOutErrors", "output-errors"),
          Map.entry("outErrors", "output-errors"),
          Map.entry("collisions", "collisions"),
          Map.entry("lateCollisions", "late-collision"),
          Map.entry("deferredTransmissions", "deferred"),
          Map.entry("txPause", "pause-output"),
          Map.entry("linkStatusChanges", "link-status-changes-since-last-clear"));

  private static final Map<String, String> SETTINGS =
      Map.of(
          "interfaceStatus", "status",
          "linkStatus", "status",
          "status", "status",
          "description", "description",
          "mtu", "mtu");

  private EosJson() {}

  /**
   * Says a member of an object again if the texts of EOS have it too.
   *
   * @param path of the object or list
   */
  static void addNormalized(TextLine line, String path, String key, String value, FactSink sink) {
    if (!path.contains("nterface") || value.isEmpty()) {
      return;
    }
    Matcher port = INTERFACE.matcher(path);
    Matcher status = STATUS.matcher(path);
    Matcher errors = ERRORS.matcher(path);
    Matcher pauses = PAUSES.matcher(path);
    Matcher queue = QUEUE.matcher(path);
    if (port.find()) {
      ofPort(line, SwitchPortSubject.of(port.group(1)), key, value, sink);
    } else if (status.find()) {
      Subject of = SwitchPortSubject.of(status.group(1));
      if (status.group(2) == null) {
        ofPort(line, of, key, value, sink);
      } else {
        sink.add(line, of, "reason", value);
      }
    } else if (errors.find()) {
      ofPort(line, SwitchPortSubject.of(errors.group(1)), key, value, sink);
    } else if (pauses.find() && key.matches("[rt]xFrames") && isCount(value)) {
      String name = RdmaKeys.counter(key.substring(0, 2) + ".pfc");
      sink.add(line, SwitchPortSubject.of(pauses.group(1)), name, value);
    } else if (queue.find() && key.equals("droppedPackets") && isCount(value)) {
      String side = queue.group(3).equals("ingressVoq") ? "voq-" : "";
      String name = "tx.tc." + queue.group(2) + "." + side + "dropped-packets";
      sink.add(line, SwitchPortSubject.of(queue.group(1)), RdmaKeys.counter(name), value);
    }
  }

  private static void ofPort(TextLine line, Subject port, String key, String value, FactSink sink) {
    if (COUNTERS.containsKey(key) && isCount(value)) {
      sink.add(line, port, RdmaKeys.counter(COUNTERS.get(key)), value);
    } else if (SETTINGS.containsKey(key)) {
      sink.add(line, port, SETTINGS.get(key), value);
    }
  }

  private static boolean isCount(String value) {
    return value.matches("\\d{1,20}");
  }
}
