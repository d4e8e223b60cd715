package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.FleetRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostName;
import dev.headroom.formats.host.NcclJobs;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rule that reports NICs as fast and as near to GPUs as those of a job, which the job does not use.
 */
final class UnusedNics extends FleetRule<UnusedNics.Note> {
  UnusedNics() {
    super(
        RuleInfo.warning("nccl.nics-left-out")
            .title("a job uses all NICs near its GPUs")
            .inputs(
                JobRule.LOG,
                "the host's RDMA devices, and nvidia-smi topo -m or lspci of the " + "same host")
            .cause(
                "A NIC that a job does not use carries none of its traffic, and GPUs near that "
                    + "NIC send through the NIC of another GPU. Candidates: NCCL_IB_HCA lists "
                    + "too few devices, a container lacks devices, or a port was down when the "
                    + "job started. NCCL prints no warning.")
            .modes(35)
            .source("NCCL environment variables, NCCL_IB_HCA; NVIDIA/nccl-tests#128"),
        Note::of);
  }

  /**
   * What a host has, and what jobs said of nodes in files that lie with it.
   *
   * @param used devices of each node that a log names, by the node; blank where a line names none
   */
  record Note(String host, List<Nic> nics, int gpus, Map<String, Used> used) {
    static Note of(HostFacts host) {
      List<Nic> nics = NicModel.of(host).stream().map(Nic::of).toList();
      Map<String, Used> used = new TreeMap<>();
      for (Subject rank : host.facts().subjects(SubjectKind.RANK)) {
        for (Fact using : host.facts().all(rank, NcclKeys.IB_USING)) {
          String name = rank.name();
          String node =
              name.indexOf(':') > 0 ? HostName.bare(name.substring(0, name.indexOf(':'))) : "";
          used.computeIfAbsent(node, _ -> new Used(new TreeSet<>(), using.evidence()))
              .devices()
              .addAll(NcclJobs.devices(using));
        }
      }
      return new Note(host.name(), nics, host.gpus().size(), used);
    }
  }

  /**
   * A NIC.
   *
   * @param distance from the nearest GPU, 0 beside it; empty if nothing says
   */
  private record Nic(String device, double gbps, OptionalInt distance) {
    static Nic of(NicModel nic) {
      return new Nic(nic.name(), nic.gbps(), nic.gpuDistance());
    }

    boolean isWithin(int most) {
      return distance.isPresent() && distance.getAsInt() <= most;
    }
  }

  private record Used(Set<String> devices, Evidence evidence) {}

  @Override
  protected void judge(List<Note> hosts, FindingCollector to) {
    Map<String, Note> byName = new TreeMap<>();
    hosts.forEach(host -> byName.put(HostName.bare(host.host()), host));
    int judged = 0;
    for (Note host : hosts) {
      boolean named = host.used().keySet().stream().anyMatch(byName::containsKey);
      for (Map.Entry<String, Used> node : host.used().entrySet()) {
        // A log in a bundle of its host may call that by another name.
        Note its = byName.getOrDefault(node.getKey(), host);
        boolean isAnother = named && !byName.containsKey(node.getKey());
        if (isAnother || its.nics().isEmpty()) {
          continue;
        }
        judged++;
        judge(its, node.getValue(), to);
        if (!named) {
          break;
        }
      }
    }
    if (judged == 0) {
      to.missingInput(
          "",
          "the log of a job together with the inputs of its hosts (headroom collect on " + "each)");
    }
  }

  private static void judge(Note host, Used used, FindingCollector to) {
    List<Nic> uses =
        host.nics().stream().filter(nic -> used.devices().contains(nic.device())).toList();
    if (uses.size() < used.devices().size()) {
      to.notApplicable(
          host.host(),
          "not all of the job's devices are devices of this host, or some " + "are down");
      return;
    }
    int nearest =
        uses.stream().flatMapToInt(nic -> nic.distance().stream()).min().orElse(Integer.MAX_VALUE);
    double slowest = uses.stream().mapToDouble(Nic::gbps).min().orElse(0);
    List<Nic> others =
        host.nics().stream()
            .filter(nic -> !used.devices().contains(nic.device()) && nic.gbps() >= slowest)
            .toList();
    if (!others.isEmpty() && others.stream().noneMatch(nic -> nic.distance().isPresent())) {
      to.missingInput(
          host.host(), "the path from its NICs to its GPUs: nvidia-smi topo -m, or lspci -tv");
      return;
    }
    List<String> left =
        others.stream().filter(nic -> nic.isWithin(nearest)).map(Nic::device).toList();
    if (left.isEmpty() || (host.gpus() > 0 && host.gpus() <= uses.size())) {
      to.pass();
      return;
    }
    TreeSet<String> all = new TreeSet<>(used.devices());
    all.addAll(left);
    to.finding(
            host.host(),
            "",
            "the job uses %s, but not %s, which %s as fast and as near to GPUs"
                .formatted(
                    String.join(", ", used.devices()),
                    String.join(", ", left),
                    left.size() == 1 ? "is" : "are"))
        .addEvidence(used.evidence())
        .fix(() ->
            Fix.advice(
                ("use all of them on every node: set NCCL_IB_HCA==%s, or unset it; pass all of "
                        + "/dev/infiniband to a container; bring all ports up before the job starts")
                    .formatted(String.join(",", all))))
        .report();
  }
}
