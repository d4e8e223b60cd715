package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rule that reports ranks of one job that chose different networks, by their log lines or by the
 * errors between them.
 */
final class NetworksDiffer extends JobRule {
  private static final Pattern QUARREL =
      Pattern.compile("socketFinalizeAccept: wrong type [34] != [34]");
  private static final int MOST = 10;
  private static final String PLUGINS =
      "Ranks loaded different network plugins, or some loaded none, and cannot connect. The "
          + "images differ, or LD_LIBRARY_PATH, NCCL_NET and NCCL_NET_PLUGIN were not passed to "
          + "all nodes.";
  private static final String LACKING =
      "compare the line 'Using network' of all ranks; a rank with Socket lacks devices, plugin "
          + "or settings that the others have; with NCCL_NET=IB, or the plugin's name, its log "
          + "shows the cause";
  private static final String ALIKE =
      "compare the lines 'NET/Plugin' of both; give all nodes the same image, LD_LIBRARY_PATH and NCCL_NET_PLUGIN";

  NetworksDiffer() {
    super(
        RuleInfo.error("nccl.networks-differ")
            .title("all ranks chose the same network")
            .inputs(LOG)
            .cause(
                "One rank uses RDMA where another expects sockets (types 4 and 3). On some nodes "
                    + "NCCL found no RDMA device or no plugin: NCCL_IB_HCA lists a missing "
                    + "device, LD_LIBRARY_PATH was not passed to the other node, or "
                    + "/dev/infiniband is missing.")
            .modes(35)
            .source("NVIDIA/nccl, src/include/socket.h (ncclSocketType); NVIDIA/nccl-tests#188"));
  }

  @Override
  boolean isAbout(Fact warning) {
    return JobLog.matches(warning, QUARREL.asPredicate());
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Evidence> quarrels = log.lines(QUARREL);
    List<Fact> unlike = unlike(log);
    if (!unlike.isEmpty()) {
      List<String> chosen = unlike.stream().map(fact -> fact.value().strip()).toList();
      boolean fallen = chosen.contains("Socket");
      to.finding(host.name(), log.part(), "ranks chose " + String.join(" and ", chosen))
          .addEvidence(unlike.stream().map(Fact::evidence).toList())
          .addEvidence(quarrels.stream().limit(MOST).toList())
          .cause(fallen ? info().cause() : PLUGINS)
          .fix(() -> Fix.advice(fallen ? LACKING : ALIKE))
          .report();
    } else if (!quarrels.isEmpty()) {
      to.finding(
              host.name(),
              log.part(),
              "ranks of one job use different networks: some RDMA, some sockets")
          .addEvidence(quarrels.stream().limit(MOST).toList())
          .fix(() -> Fix.advice(LACKING))
          .report();
    } else if (log.reached(JobStage.CONNECTED)) {
      to.pass();
    } else {
      to.missingInput(host.name(), JobStage.CONNECTED.requestedInput());
    }
  }

  /**
   * What two processes of a run chose that have no network in common; empty if all have. A process
   * may have a network for each of its communicators.
   */
  private static List<Fact> unlike(JobLog log) {
    if (log.hasSeveralRuns()) {
      return List.of();
    }
    Map<String, List<Fact>> byProcess =
        log.all(NcclKeys.NETWORK).stream()
            .collect(
                Collectors.groupingBy(
                    fact -> fact.subject().name(), TreeMap::new, Collectors.toList()));
    Map<Set<String>, Fact> chosen = new LinkedHashMap<>();
    byProcess.values().forEach(its -> chosen.putIfAbsent(names(its), its.getFirst()));
    for (Set<String> one : chosen.keySet()) {
      for (Set<String> other : chosen.keySet()) {
        if (Collections.disjoint(one, other)) {
          return Stream.of(chosen.get(one), chosen.get(other))
              .sorted(Comparator.comparing(Fact::value))
              .toList();
        }
      }
    }
    return List.of();
  }

  private static Set<String> names(List<Fact> networks) {
    return networks.stream().map(fact -> fact.value().strip()).collect(Collectors.toSet());
  }
}
