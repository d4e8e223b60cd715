package dev.headroom.audit.gap;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HcaList;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NcclJobs;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * RDMA devices of a job: those that its log reports as used, else those that {@code NCCL_IB_HCA}
 * lists (NCCL environment variables: {@code mlx5_0:1,mlx5_1}; a {@code =} in front matches exact
 * names, else prefixes; a {@code ^} excludes the list).
 *
 * @param names without their ports; empty if nothing says
 * @param exact whether a name that only begins so is another device
 * @param count of ports, each as good as a NIC, on the host that has most
 */
record NamedDevices(Set<String> names, boolean exact, int count) {
  static final NamedDevices NONE = new NamedDevices(Set.of(), true, 0);

  /** {@code mlx5} alone is what the names of all of them begin with. */
  private static final Pattern LISTED = Pattern.compile("(?!mlx\\d\\b)\\w*\\d");

  private static final Pattern PORT = Pattern.compile("\\[\\d+\\]([\\w.-]+:\\d+)/");

  /** Keeps a copy. */
  NamedDevices {
    names = Set.copyOf(names);
  }

  static NamedDevices of(List<HostFacts> all) {
    Set<String> names = new TreeSet<>();
    Map<String, Set<String>> ports = new TreeMap<>();
    for (HostFacts host : all) {
      for (Subject rank : host.facts().subjects(SubjectKind.RANK)) {
        for (Fact using : host.facts().all(rank, NcclKeys.IB_USING)) {
          names.addAll(NcclJobs.devices(using));
          Set<String> its =
              ports.computeIfAbsent(rank.name().replaceFirst(":.*", ""), _ -> new TreeSet<>());
          PORT.matcher(using.value()).results().forEach(port -> its.add(port.group(1)));
        }
      }
    }
    int most = ports.values().stream().mapToInt(Set::size).max().orElse(0);
    return names.isEmpty() ? told(all) : new NamedDevices(names, true, most);
  }

  /** What the variable says to all processes alike. */
  private static NamedDevices told(List<HostFacts> all) {
    List<String> values =
        all.stream()
            .flatMap(host -> host.environment("NCCL_IB_HCA").optional().stream())
            .distinct()
            .toList();
    return values.size() == 1 ? listed(HcaList.of(values.getFirst())) : NONE;
  }

  private static NamedDevices listed(HcaList list) {
    Set<String> names = new TreeSet<>();
    list.entries().forEach(each -> names.add(each.name()));
    boolean oneByOne = names.stream().allMatch(name -> LISTED.matcher(name).matches());
    return list.excluded() || !oneByOne
        ? NONE
        : new NamedDevices(names, list.exact(), (int) list.entries().stream().distinct().count());
  }

  /** Whether a device is among them. */
  boolean has(String device) {
    return exact ? names.contains(device) : names.stream().anyMatch(device::startsWith);
  }
}
