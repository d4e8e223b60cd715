package dev.headroom.audit.nccl;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Ranks of one job that chose different networks: by what each says, or by how they quarrel. */
final class NetworksDiffer extends JobRule {
  private static final Pattern QUARREL =
      Pattern.compile("socketFinalizeAccept: wrong type [34] != [34]");
  private static final int MOST = 10;

  NetworksDiffer() {
    super(
        Card.error("nccl.networks-differ")
            .title("all ranks chose the same network")
            .needs(LOG)
            .cause(
                "One rank speaks RDMA where another expects sockets (types 4 and 3): on some nodes NCCL found no"
                    + " RDMA device or no plugin. NCCL_IB_HCA names what is not there, LD_LIBRARY_PATH was"
                    + " not passed on to the other node, or /dev/infiniband is missing.")
            .modes(35)
            .source("NVIDIA/nccl, src/include/socket.h (ncclSocketType); NVIDIA/nccl-tests#188"));
  }

  @Override
  boolean isAbout(Fact warning) {
    return QUARREL.matcher(warning.value()).find()
        || QUARREL.matcher(warning.evidence().text()).find();
  }

  @Override
  protected void judge(HostFacts host, JobLog log, Judgement to) {
    List<Evidence> quarrels = log.lines(QUARREL);
    Map<String, Fact> chosen = chosen(log);
    if (chosen.size() > 1) {
      to.find(host.name(), log.part(), "ranks chose " + String.join(" and ", chosen.keySet()))
          .seen(chosen.values().stream().map(Fact::evidence).toList())
          .seen(quarrels.stream().limit(MOST).toList())
          .fix(NetworksDiffer::fix)
          .report();
    } else if (!quarrels.isEmpty()) {
      to.find(
              host.name(),
              log.part(),
              "ranks of one job use different networks: some RDMA, some sockets")
          .seen(quarrels.stream().limit(MOST).toList())
          .fix(NetworksDiffer::fix)
          .report();
    } else if (log.reached(Stage.CONNECTED)) {
      to.pass();
    } else {
      to.needs(host.name(), Stage.CONNECTED.asked());
    }
  }

  /** The networks that ranks say they use, and one rank of each. */
  private static Map<String, Fact> chosen(JobLog log) {
    return log.all(NcclKeys.NETWORK).stream()
        .collect(
            Collectors.toMap(
                fact -> fact.value().strip(), fact -> fact, (one, _) -> one, TreeMap::new));
  }

  private static Fix fix() {
    return Fix.advice(
        "compare the line 'Using network' of all ranks; the one that says Socket lacks devices, plugin or settings that the others have; with NCCL_NET=IB, or the plugin's name, it says why");
  }
}
