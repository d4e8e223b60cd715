package dev.headroom.prove.sample;

import dev.headroom.prove.counters.HostFile;
import dev.headroom.prove.counters.KernelText;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a machine's readings: what they say as series. One machine has one, since the kernel's
 * log is counted from where it was read before.
 */
public final class SampleReader {
  private static final Pattern RDMA =
      Pattern.compile(HostFile.RDMA + "/([^/]+)/(?:ports/(\\d+)/)?(.+)");
  private static final Pattern NET =
      Pattern.compile(HostFile.NET + "/([^/]+)/(?:statistics/)?(.+)");
  private static final Pattern AER =
      Pattern.compile("sys/bus/pci/devices/([^/]+)/aer_dev_(correctable|nonfatal|fatal)");
  private static final Pattern ID = Pattern.compile("(\\d+):.*");

  /** File below a RoCE port that names its network interface. */
  private static final String INTERFACE = "gid_attrs/ndevs/0";

  /** The flag IFF_UP of an interface: somebody has not shut it. */
  private static final int ADMIN_UP = 1;

  private static final int HEXADECIMAL = 16;
  private static final double BITS_IN_BYTE = 8;
  private static final double MILLI = 1e-3;

  private final String host;
  private final ToolOutputs tools = new ToolOutputs();
  private final SwitchOutputs switches = new SwitchOutputs();
  private final Set<String> missing = new LinkedHashSet<>();

  /** One for a machine. */
  public SampleReader(String host) {
    this.host = host;
  }

  /** The series of a reading. */
  public HostSample read(RawReading reading) {
    Map<Series, Double> values = new TreeMap<>();
    reading.refused().forEach(each -> missing.add(each.path()));
    reading.files().forEach((path, text) -> file(path, text.strip(), reading.files(), values));
    reading
        .outputs()
        .forEach((command, text) -> {
          if (command.startsWith(Exposition.SCRAPE)) {
            Exposition.read(text, values);
          } else if (!SwitchOutputs.isOne(command)) {
            tools.read(command, text, values);
          }
        });
    switches.read(reading.outputs(), values);
    put(values, "host", "refused", missing.size());
    put(values, "host", "sample", reading.time().toEpochMilli() * MILLI);
    return HostSample.of(host, reading.time(), values);
  }

  private void file(
      String path, String text, Map<String, String> files, Map<Series, Double> values) {
    Matcher rdma = RDMA.matcher(path);
    if (rdma.matches()) {
      String port = rdma.group(2) == null ? "" : rdma.group(2);
      rdma(rdma.group(1), port, rdma.group(3), text, files, values);
      return;
    }
    Matcher net = NET.matcher(path);
    if (net.matches()) {
      net(net.group(1), net.group(2), text, values);
      return;
    }
    Matcher aer = AER.matcher(path);
    if (aer.matches()) {
      KernelText.aerTotal(text)
          .ifPresent(total ->
              values.put(
                  Series.of(
                      MetricTable.name("pci", "aer"),
                      "device",
                      aer.group(1),
                      "severity",
                      aer.group(2)),
                  (double) total));
      return;
    }
    switch (path) {
      case "proc/loadavg" -> put(values, "host", "loadavg", number(text.split(" ")[0]));
      case "proc/uptime" -> put(values, "host", "uptime", number(text.split(" ")[0]));
      case HostFile.BOOT ->
          values.put(Series.of(MetricTable.name("host", "boot"), "boot_id", text), 1.0);
      case "proc/net/snmp" -> tools.snmp(text, values);
      default -> Temperatures.read(path, text, files, values);
    }
  }

  private static void rdma(
      String device,
      String port,
      String rest,
      String text,
      Map<String, String> files,
      Map<Series, Double> values) {
    String name = rest.substring(rest.lastIndexOf('/') + 1);
    if (rest.startsWith("counters/")) {
      counter("port", name, text, device, port, values);
    } else if (rest.startsWith("hw_counters/")) {
      counter(port.isEmpty() ? "device" : "hw", name, text, device, port, values);
    } else if (rest.startsWith("device/")) {
      double value =
          name.endsWith("speed")
              ? KernelText.transfersPerSecond(text).orElse(Double.NaN)
              : number(text.replace("x", ""));
      MetricTable.find("pci", name)
          .ifPresent(metric -> put(values, Series.of(metric.name(), "device", device), value));
    } else if (rest.equals("node_guid")) {
      String netdev =
          files.getOrDefault(HostFile.RDMA + "/" + device + "/ports/1/" + INTERFACE, "");
      values.put(
          Series.of(
              MetricTable.name("host", "device"),
              "device",
              device,
              "guid",
              text,
              "netdev",
              netdev.strip()),
          1.0);
    } else if (rest.equals(INTERFACE)) {
      carrier(device, port, HostFile.NET + "/" + text + "/", files, values);
    } else if (!port.isEmpty()) {
      double value =
          rest.equals("rate")
              ? KernelText.bitsPerSecond(text).orElse(Double.NaN) / BITS_IN_BYTE
              : state(text);
      MetricTable.find("link", rest)
          .ifPresent(metric ->
              put(values, Series.of(metric.name(), "device", device, "port", port), value));
    }
  }

  /**
   * How often the interface of a RoCE port got its carrier. Of an interface that is shut there is
   * no such series: that its link is down is meant.
   */
  private static void carrier(
      String device,
      String port,
      String folder,
      Map<String, String> files,
      Map<Series, Double> values) {
    String flags = files.getOrDefault(folder + "flags", "").strip();
    boolean isUp =
        flags.matches("0x[0-9a-f]{1,8}")
            && (Long.parseLong(flags.substring(2), HEXADECIMAL) & ADMIN_UP) != 0;
    if (isUp) {
      put(
          values,
          Series.of(MetricTable.name("link", "carrier_up_count"), "device", device, "port", port),
          number(files.getOrDefault(folder + "carrier_up_count", "").strip()));
    }
  }

  private static void counter(
      String source,
      String name,
      String text,
      String device,
      String port,
      Map<Series, Double> values) {
    if (name.equals("lifespan")) {
      return; // says how old the others may be
    }
    String metric =
        MetricTable.find(source, name)
            .map(Metric::name)
            .orElse("headroom_infiniband_" + name.toLowerCase(java.util.Locale.ROOT) + "_total");
    double factor = MetricTable.find(source, name).map(Metric::factor).orElse(1.0);
    Series series =
        port.isEmpty()
            ? Series.of(metric, "device", device)
            : Series.of(metric, "device", device, "port", port);
    put(values, series, number(text) * factor);
  }

  private static void net(String device, String name, String text, Map<Series, Double> values) {
    if (name.equals("address")) {
      values.put(
          Series.of(MetricTable.name("host", "netdev"), "device", device, "address", text), 1.0);
      return;
    }
    double value = name.equals("operstate") ? (text.equals("up") ? 1 : 0) : number(text);
    MetricTable.find("net", name)
        .ifPresent(metric -> put(values, Series.of(metric.name(), "device", device), value));
  }

  private static void put(Map<Series, Double> values, String source, String read, double value) {
    put(values, Series.of(MetricTable.name(source, read)), value);
  }

  /** What is no number ({@code N/A (no PMA)}) is a missing value. */
  static void put(Map<Series, Double> values, Series series, double value) {
    if (!Double.isNaN(value)) {
      values.put(series, value);
    }
  }

  /** A number, or NaN for what is none. */
  static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** The number of a state such as {@code 4: ACTIVE}. */
  private static double state(String text) {
    Matcher matcher = ID.matcher(text);
    return matcher.matches() ? number(matcher.group(1)) : Double.NaN;
  }
}
