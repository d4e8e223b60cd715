package dev.headroom.audit.gap;

import dev.headroom.audit.nccl.HcaSets;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The RDMA devices that a job names: those that its log says it uses, or else those that {@code
 * NCCL_IB_HCA} names one by one (NCCL environment variables: {@code mlx5_0:1,mlx5_1}, a {@code =}
 * in front for exactly these, a {@code ^} for all but these).
 *
 * @param names without their ports; empty if nothing says
 * @param count of them, of several ports each
 */
record NamedDevices(Set<String> names, int count) {
  static final NamedDevices NONE = new NamedDevices(Set.of(), 0);

  /** {@code mlx5} alone is what the names of all of them begin with. */
  private static final Pattern LISTED = Pattern.compile("=?((?!mlx\\d\\b)\\w*\\d)(?::\\d+)?");

  /** Keeps a copy. */
  NamedDevices {
    names = Set.copyOf(names);
  }

  static NamedDevices of(List<HostFacts> all) {
    Set<String> used = new TreeSet<>();
    for (HostFacts host : all) {
      for (Subject rank : host.facts().subjects(Thing.RANK)) {
        for (Fact using : host.facts().all(rank, NcclKeys.IB_USING)) {
          used.addAll(HcaSets.devices(using));
        }
      }
    }
    return used.isEmpty() ? told(all) : new NamedDevices(used, used.size());
  }

  /** What the variable says to all processes alike. */
  private static NamedDevices told(List<HostFacts> all) {
    List<String> values =
        all.stream()
            .flatMap(host -> host.environment("NCCL_IB_HCA").optional().stream())
            .distinct()
            .toList();
    return values.size() == 1 ? listed(List.of(values.getFirst().split(","))) : NONE;
  }

  private static NamedDevices listed(Collection<String> words) {
    Set<String> names = new TreeSet<>();
    for (String word : words) {
      Matcher device = LISTED.matcher(word.strip());
      if (!device.matches()) {
        return NONE;
      }
      names.add(device.group(1));
    }
    return new NamedDevices(names, Set.copyOf(words).size());
  }
}
