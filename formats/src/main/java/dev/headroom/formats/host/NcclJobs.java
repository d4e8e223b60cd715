package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Contents of NCCL and RCCL logs: channels with the transport that each used, warnings. */
public final class NcclJobs {
  /** Ports that NCCL 2.21 and later join to one device stand in braces, after a blank. */
  private static final Pattern DEVICE = Pattern.compile("\\[\\d+\\] ?([\\w.-]+):\\d+/");

  private final FactSet facts;

  NcclJobs(FactSet facts) {
    this.facts = facts;
  }

  /** A channel that is set up several times, by several communicators, is there as often. */
  public List<NcclChannel> channels() {
    List<NcclChannel> channels = new ArrayList<>();
    for (Subject subject : facts.subjects(SubjectKind.CHANNEL)) {
      for (Fact transport : facts.all(subject, NcclKeys.TRANSPORT)) {
        channels.add(
            new NcclChannel(
                text(subject, NcclKeys.HOST),
                text(subject, NcclKeys.CHANNEL),
                text(subject, NcclKeys.FROM),
                text(subject, NcclKeys.TO),
                text(subject, NcclKeys.DIRECTION),
                transport.value(),
                transport.evidence()));
      }
    }
    return channels;
  }

  /** How many channels took which family of transports; those with GPUDirect counted apart. */
  public Map<String, Integer> transports() {
    Map<String, Integer> counts = new TreeMap<>();
    for (NcclChannel channel : channels()) {
      String name = channel.family() + (channel.isGpuDirect() ? "/GDRDMA" : "");
      counts.merge(name, 1, Integer::sum);
    }
    return counts;
  }

  /** RDMA devices that any process says it uses. */
  public Set<String> devices() {
    Set<String> devices = new TreeSet<>();
    of(NcclKeys.IB_USING).forEach(using -> devices.addAll(devices(using)));
    return devices;
  }

  /** The devices that a line {@code NET/IB : Using} names, in the order of their names. */
  public static List<String> devices(Fact using) {
    return DEVICE.matcher(using.value()).results().map(found -> found.group(1)).sorted().toList();
  }

  /** Lines at level WARN. */
  public List<Fact> warnings() {
    return of(NcclKeys.WARN);
  }

  private List<Fact> of(String key) {
    return facts.subjects(SubjectKind.RANK).stream()
        .flatMap(rank -> facts.all(rank, key).stream())
        .toList();
  }

  private String text(Subject subject, String key) {
    return facts.text(subject, key).orElse("");
  }
}
