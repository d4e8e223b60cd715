package dev.headroom.prove.counters;

import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of one port's counters: those of its InfiniBand port and hardware, of {@code ethtool -S},
 * of its network interface, of PCIe's error reporting, and of its optical module.
 *
 * <p>One file that cannot be read is one missing value. {@code N/A (no PMA)} and the like are
 * missing values too.
 */
public final class HostCounters {
  private static final String RDMA = "/" + HostFile.RDMA;
  private static final String NET = "/" + HostFile.NET;
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,19}");
  private static final Pattern SLOT = Pattern.compile("PCI_SLOT_NAME=(\\S+)");
  private static final double MEGA = 1e6;
  private static final double MILLI = 1e-3;

  private final FileTree tree;
  private final TreeMap<String, Long> values = new TreeMap<>();
  private final TreeMap<String, String> texts = new TreeMap<>();
  private final TreeMap<String, String> missing = new TreeMap<>();

  private HostCounters(FileTree tree) {
    this.tree = tree;
  }

  /**
   * Reads a port.
   *
   * @param device RDMA device; empty for the first, where there is one
   * @param netdev network interface; empty for that of the device
   */
  public static CounterReading read(FileTree tree, String device, String netdev) {
    return new HostCounters(tree).read(device, netdev);
  }

  private CounterReading read(String asked, String netdev) {
    List<String> devices = tree.list(RDMA);
    String device = asked.isEmpty() && !devices.isEmpty() ? devices.getFirst() : asked;
    String function = "";
    String iface = netdev;
    if (!device.isEmpty() && devices.contains(device)) {
      function = RDMA + "/" + device + "/device";
      ports(device);
      firstLine(RDMA + "/" + device + "/fw_ver")
          .ifPresent(text -> texts.put(CounterNames.FIRMWARE, text));
      List<String> ifaces = tree.list(function + "/net");
      iface = netdev.isEmpty() && !ifaces.isEmpty() ? ifaces.getFirst() : netdev;
    } else if (!device.isEmpty()) {
      missing.put("device", "there is no RDMA device " + device);
    } else {
      missing.put("device", "there is no RDMA device");
    }
    if (!iface.isEmpty()) {
      network(iface);
      function = function.isEmpty() ? NET + "/" + iface + "/device" : function;
    }
    if (!function.isEmpty()) {
      bus(function);
    }
    return new CounterReading(
        firstLine("/" + HostFile.BOOT).orElse(""),
        identity(device, iface, function),
        values,
        texts,
        missing);
  }

  private String identity(String device, String iface, String function) {
    return text(function + "/uevent")
        .flatMap(all -> found(SLOT, all))
        .or(() -> firstLine(RDMA + "/" + device + "/node_guid"))
        .or(() -> firstLine(NET + "/" + iface + "/address"))
        .orElse("");
  }

  /** All ports that count: a device in several planes shows some that carry nothing. */
  private void ports(String device) {
    String ports = RDMA + "/" + device + "/ports";
    for (String port : tree.list(ports)) {
      for (String kind : List.of("counters", "hw_counters")) {
        String folder = ports + "/" + port + "/" + kind;
        for (String name : tree.list(folder)) {
          number(name, folder + "/" + name);
        }
      }
      firstLine(ports + "/" + port + "/rate")
          .ifPresent(text -> scaled(CounterNames.LINK_RATE, KernelText.bitsPerSecond(text), MEGA));
    }
  }

  private void network(String iface) {
    String folder = NET + "/" + iface;
    number("carrier_changes", folder + "/carrier_changes");
    for (String name : tree.list(folder + "/statistics")) {
      number("netdev_" + name, folder + "/statistics/" + name);
    }
    firstLine(folder + "/speed")
        .filter(text -> WHOLE.matcher(text).matches())
        .ifPresent(text -> values.putIfAbsent(CounterNames.LINK_RATE, Long.parseLong(text)));
    text("/ethtool/S/" + iface).ifPresent(this::statistics);
    text("/ethtool/m/" + iface)
        .map(text -> ModuleTemperatures.of(iface, text))
        .ifPresent(module -> {
          scaled(CounterNames.MODULE_TEMPERATURE, module.now(), MILLI);
          scaled(CounterNames.MODULE_WARNING, module.highWarning(), MILLI);
        });
  }

  private void statistics(String text) {
    KernelText.statistics(
        text, (name, value) -> parsed(value).ifPresent(number -> values.put(name, number)));
  }

  /** Puts a value, where there is one, in whole multiples of a unit. */
  private void scaled(String name, OptionalDouble value, double unit) {
    value.ifPresent(number -> values.put(name, Math.round(number / unit)));
  }

  private void bus(String function) {
    for (String name :
        List.of(CounterNames.AER_CORRECTABLE, CounterNames.AER_NONFATAL, CounterNames.AER_FATAL)) {
      text(function + "/" + name)
          .map(KernelText::aerTotal)
          .ifPresent(total -> total.ifPresent(errors -> values.put(name, errors)));
    }
    speed(function + "/current_link_speed").ifPresent(v -> values.put(CounterNames.PCIE_SPEED, v));
    width(function + "/current_link_width").ifPresent(v -> values.put(CounterNames.PCIE_WIDTH, v));
    least(speed(function + "/max_link_speed"), speed(function + "/../max_link_speed"))
        .ifPresent(v -> values.put(CounterNames.PCIE_SPEED_CEILING, v));
    least(width(function + "/max_link_width"), width(function + "/../max_link_width"))
        .ifPresent(v -> values.put(CounterNames.PCIE_WIDTH_CEILING, v));
  }

  private static Optional<Long> least(Optional<Long> a, Optional<Long> b) {
    return a.isPresent() && b.isPresent() ? Optional.of(Math.min(a.get(), b.get())) : a.or(() -> b);
  }

  private Optional<Long> speed(String file) {
    return firstLine(file)
        .map(KernelText::transfersPerSecond)
        .filter(OptionalDouble::isPresent)
        .map(speed -> Math.round(speed.getAsDouble() / MEGA));
  }

  private Optional<Long> width(String file) {
    return firstLine(file).flatMap(HostCounters::parsed).filter(lanes -> lanes > 0 && lanes <= 32);
  }

  /** A file with one number; of several ports they are added up. */
  private void number(String name, String file) {
    try {
      String text = tree.text(file).strip();
      Optional<Long> value = parsed(text);
      if (value.isPresent()) {
        values.merge(name, value.get(), Long::sum);
      } else {
        missing.putIfAbsent(name, "it says '" + text.lines().findFirst().orElse("") + "'");
      }
    } catch (NoSuchFileException _) {
      missing.putIfAbsent(name, "there is no such file");
    } catch (IOException e) {
      missing.putIfAbsent(name, FailureMessage.of(e));
    }
  }

  private Optional<String> text(String file) {
    try {
      return Optional.of(tree.text(file));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      missing.putIfAbsent(file.substring(file.lastIndexOf('/') + 1), FailureMessage.of(e));
      return Optional.empty();
    }
  }

  private Optional<String> firstLine(String file) {
    return text(file).map(String::strip).filter(text -> !text.isEmpty());
  }

  private static Optional<String> found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** A whole number; one over 2^63, as drivers print of 64 bits, is none. */
  private static Optional<Long> parsed(String text) {
    try {
      return WHOLE.matcher(text).matches() ? Optional.of(Long.parseLong(text)) : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
