package dev.headroom.audit.host;

import dev.headroom.formats.fact.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Devices that lines of a kernel log name, for the findings about these lines. */
final class KernelLineDevices {
  private static final int MOST = 3;

  /** The first that fits names the device: a PCI function, an RDMA device, an interface, a part. */
  private static final List<Pattern> NAMES =
      List.of(
          Pattern.compile("\\b([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}(?:\\.[0-7])?)(?![0-9a-f])"),
          Pattern.compile("\\binfiniband (\\w+):"),
          Pattern.compile("\\[((?:0x)?[0-9a-f]{2}:(?:0x)?[0-9a-f]{2}\\.[0-7])\\]"),
          Pattern.compile("\\b(GPU ?\\d{1,3}|CPU ?#?\\d{1,4}|EDAC MC\\d{1,3})\\b"),
          Pattern.compile("\\(slave (\\S+?)\\)|for interface ([\\w.-]+)|NETDEV WATCHDOG: (\\S+)"),
          Pattern.compile(
              "\\b(nvidia-nvswitch\\d+|mlx[45]_\\d+|bnxt_re\\d+|efa_\\d+|nvme\\d+)\\b"));

  private KernelLineDevices() {}

  /** The device of a line, if it names one. */
  static Optional<String> of(String line) {
    for (Pattern name : NAMES) {
      Matcher found = name.matcher(line);
      if (found.find()) {
        for (int group = 1; group <= found.groupCount(); group++) {
          if (found.group(group) != null) {
            return Optional.of(plain(found.group(group)));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The devices of all lines, the first three by name; blank if none is named. */
  static String of(List<String> lines) {
    Map<String, Integer> counts = counted(lines);
    List<String> names = List.copyOf(counts.keySet());
    return names.size() <= MOST
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST)) + " and " + (names.size() - MOST) + " more";
  }

  /** The number of lines of each device, in the order of their first lines. */
  static Map<String, Integer> counted(List<String> lines) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String line : lines) {
      of(line).ifPresent(device -> counts.merge(device, 1, Integer::sum));
    }
    return counts;
  }

  private static String plain(String name) {
    return name.indexOf(':') > 0 ? Subject.pciName(name.replace("0x", "")) : name;
  }
}
