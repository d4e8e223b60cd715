package dev.headroom.formats.amd;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a NIC in the output of {@code amd-smi static}: its interfaces, and its RDMA devices
 * with their ports, with the keys of other tools. A name comes before what is said of it.
 */
final class AmdNic {
  private static final Pattern INTERFACE =
      Pattern.compile("(?:.*\\.)?ports\\.port-\\d{1,2}\\.([a-z-]+)");
  private static final Pattern DEVICE =
      Pattern.compile(".*rdma-device-\\d{1,2}\\.(?:(port)-\\d{1,2}\\.)?([a-z-]+)");

  private String netdev = "";
  private String device = "";
  private String ofPort = "";
  private String port = "";

  /**
   * Says a field again if others say such things too.
   *
   * @param path of the field's label and those above it, joined by dots
   */
  void addNormalized(TextLine line, String path, String value, FactSink sink) {
    Matcher ofDevice = DEVICE.matcher(path);
    Matcher ofInterface = INTERFACE.matcher(path);
    if (ofDevice.matches()) {
      if (ofDevice.group(1) == null) {
        device(line, ofDevice.group(2), value, sink);
      } else {
        port(line, ofDevice.group(2), value, sink);
      }
    } else if (ofInterface.matches()) {
      netdev(line, ofInterface.group(1), value, sink);
    }
  }

  private void netdev(TextLine line, String label, String value, FactSink sink) {
    if (label.equals("netdev")) {
      netdev = value;
    }
    if (netdev.isEmpty()) {
      return;
    }
    Subject subject = Subject.netdev(netdev);
    switch (label) {
      case "mtu" -> sink.add(line, subject, "mtu", value.replaceFirst("(?<=\\d) ?B$", ""));
      case "pause-rx" -> sink.add(line, subject, "pause.rx", value.toLowerCase(Locale.ROOT));
      case "pause-tx" -> sink.add(line, subject, "pause.tx", value.toLowerCase(Locale.ROOT));
      default -> {
        // Under its own label only.
      }
    }
  }

  private void device(TextLine line, String label, String value, FactSink sink) {
    if (label.equals("name")) {
      device = value;
      sink.add(line, Subject.rdma(device), "present", "yes");
    }
    if (device.isEmpty()) {
      return;
    }
    switch (label) {
      case "fw-ver" -> sink.add(line, Subject.rdma(device), RdmaKeys.FIRMWARE, value);
      case "node-guid" ->
          sink.add(line, Subject.rdma(device), RdmaKeys.NODE_GUID, RdmaKeys.guid(value));
      case "sys-image-guid" ->
          sink.add(line, Subject.rdma(device), RdmaKeys.SYSTEM_GUID, RdmaKeys.guid(value));
      default -> {
        // Under its own label only.
      }
    }
  }

  /** The port's interface stands above its number. */
  private void port(TextLine line, String label, String value, FactSink sink) {
    switch (label) {
      case "netdev" -> ofPort = value;
      case "port-num" -> {
        port = value;
        if (!device.isEmpty() && !ofPort.isEmpty()) {
          sink.add(line, Subject.port(device, port), RdmaKeys.NETDEV, ofPort);
        }
      }
      case "state" -> ofPort(line, RdmaKeys.STATE, RdmaKeys.state(value), sink);
      case "active-mtu" -> mtu(line, RdmaKeys.ACTIVE_MTU, value, sink);
      case "max-mtu" -> mtu(line, RdmaKeys.MAX_MTU, value, sink);
      default -> {
        // Under its own label only.
      }
    }
  }

  private void mtu(TextLine line, String key, String value, FactSink sink) {
    if (!value.equals("N/A")) {
      ofPort(line, key, value, sink);
    }
  }

  private void ofPort(TextLine line, String key, String value, FactSink sink) {
    if (!device.isEmpty() && !port.isEmpty()) {
      sink.add(line, Subject.port(device, port), key, value);
    }
  }
}
