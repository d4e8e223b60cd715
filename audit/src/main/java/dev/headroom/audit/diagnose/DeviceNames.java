package dev.headroom.audit.diagnose;

import dev.headroom.audit.Finding;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names that stand in commands for {@code IFACE} and {@code DEVICE}.
 *
 * @param interfaces the interfaces of RDMA devices
 * @param devices the RDMA devices
 */
record DeviceNames(List<String> interfaces, List<String> devices) {
  private static final String INTERFACE = "IFACE";
  private static final String DEVICE = "DEVICE";
  private static final int MOST_OTHERS = 3;

  /** Keeps copies. */
  DeviceNames {
    interfaces = List.copyOf(interfaces);
    devices = List.copyOf(devices);
  }

  /** The names of all hosts, each once. */
  static DeviceNames of(List<HostFacts> hosts) {
    return new DeviceNames(
        hosts.stream()
            .flatMap(host -> host.rdmaPorts().stream())
            .flatMap(port -> port.netdev().optional().stream())
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList(),
        hosts.stream()
            .flatMap(host -> host.rdmaDevices().stream())
            .map(RdmaDevice::name)
            .distinct()
            .toList());
  }

  /** The names that findings are about, where they are about some of these. */
  DeviceNames of(Set<String> parts) {
    return new DeviceNames(narrowed(interfaces, parts), narrowed(devices, parts));
  }

  private static List<String> narrowed(List<String> names, Set<String> parts) {
    List<String> some = names.stream().filter(parts::contains).toList();
    return some.isEmpty() ? names : some;
  }

  /** A step with these names in its commands; those of its findings, if it has any. */
  DiagnosisStep in(DiagnosisStep step, List<Finding> findings) {
    DeviceNames its =
        of(findings.stream().map(each -> each.place().part()).collect(Collectors.toSet()));
    return new DiagnosisStep(
        step.question(), step.rules(), its.in(step.run()), step.lookFor(), its.in(step.remedy()));
  }

  /** A text with the first names, and the others behind it. */
  String in(String text) {
    List<String> others = new ArrayList<>();
    String named = replaced(text, INTERFACE, interfaces, others);
    named = replaced(named, DEVICE, devices, others);
    if (others.isEmpty()) {
      return named;
    }
    List<String> shown = others.subList(0, Math.min(MOST_OTHERS, others.size()));
    int more = others.size() - shown.size();
    return "%s  # the same for %s%s"
        .formatted(named, String.join(", ", shown), more == 0 ? "" : " and " + more + " more");
  }

  private static String replaced(
      String text, String word, List<String> names, List<String> others) {
    if (names.isEmpty() || !text.contains(word)) {
      return text;
    }
    others.addAll(names.subList(1, names.size()));
    return text.replace(word, names.getFirst());
  }
}
