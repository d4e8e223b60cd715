package dev.headroom.audit.gap;

import dev.headroom.audit.cluster.NicModel;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Network interfaces that NCCL uses for TCP sockets: those that its log names, {@code NET/Socket :
 * Using [0]eth0:10.0.0.1<0>}.
 *
 * @param names by all ranks of all hosts
 * @param count most that a rank names; 0 if nothing says
 */
record SocketInterfaces(Set<String> names, int count) {
  private static final Pattern INTERFACE = Pattern.compile("\\[\\d+]([^\\s:]+):");

  /** No way to another host. */
  private static final Pattern LOCAL = Pattern.compile("lo|docker.*|virbr.*");

  /** Keeps a copy. */
  SocketInterfaces {
    names = Set.copyOf(names);
  }

  /** Those of a job. */
  static SocketInterfaces of(List<HostFacts> all) {
    Set<String> names = new TreeSet<>();
    int count = 0;
    for (HostFacts host : all) {
      for (Subject rank : host.facts().subjects(SubjectKind.RANK)) {
        for (Fact using : host.facts().all(rank, NcclKeys.SOCKET_USING)) {
          List<String> its = named(using.value());
          names.addAll(its);
          count = Math.max(count, its.size());
        }
      }
    }
    return new SocketInterfaces(names, count);
  }

  private static List<String> named(String using) {
    return INTERFACE
        .matcher(using)
        .results()
        .map(found -> found.group(1))
        .filter(name -> !LOCAL.matcher(name).matches())
        .distinct()
        .toList();
  }

  /**
   * Those of them that a host has, as NICs; none if nothing says which, or how fast they are.
   *
   * @param nics that do RDMA, of which an interface may be one
   */
  List<NicModel> of(HostFacts host, List<NicModel> nics) {
    List<NicModel> its = new ArrayList<>();
    for (String name : new TreeSet<>(names)) {
      nics.stream()
          .filter(nic -> nic.netdev().equals(name))
          .findFirst()
          .or(() ->
              host.facts()
                  .number(Subject.netdev(name), "speed.mbps")
                  .orElseReported(host.facts().number(Subject.netdev(name), "speed"))
                  .optional()
                  .filter(mbps -> mbps > 0)
                  .map(mbps -> new NicModel(name, name, mbps * 1e-3, new TreeMap<>())))
          .ifPresent(its::add);
    }
    return its;
  }
}
