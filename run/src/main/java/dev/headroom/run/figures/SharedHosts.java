package dev.headroom.run.figures;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Jobs of one workload that compute on the same hosts. Links and NICs are shared as they are; how
 * GPUs, or cores, divide their time among jobs is not modelled: no source says what of it is left
 * to each.
 */
public final class SharedHosts {
  private static final int NAMED = 3;

  private SharedHosts() {}

  /** What to be told of them, a sentence for each two that overlap. */
  public static List<String> warnings(Scenario scenario) {
    List<ScheduledPart> jobs =
        scenario.flows().schedules().stream()
            .filter(part -> !"storage".equals(part.flows().recipe().kind()))
            .toList();
    List<BitSet> places = jobs.stream().map(job -> hosts(job.flows())).toList();
    List<String> warnings = new ArrayList<>();
    for (int a = 0; a < jobs.size(); a++) {
      for (int b = a + 1; b < jobs.size(); b++) {
        BitSet both = (BitSet) places.get(a).clone();
        both.and(places.get(b));
        boolean gpus = hasGpus(jobs.get(a));
        if (!both.isEmpty() && gpus == hasGpus(jobs.get(b))) {
          warnings.add(
              "workload entries %s and %s share %s: each entry's %s compute as if no other job used them, so both results are too fast"
                  .formatted(
                      name(jobs.get(a)),
                      name(jobs.get(b)),
                      names(both, scenario.fabric().hosts()),
                      gpus ? "GPUs" : "processes"));
        }
      }
    }
    return warnings;
  }

  private static boolean hasGpus(ScheduledPart job) {
    return job.flows().layout().hasGpus();
  }

  private static BitSet hosts(ScheduledFlows flows) {
    BitSet hosts = new BitSet();
    for (int rank = 0; rank < flows.layout().ranks(); rank++) {
      hosts.set(flows.hostOf(rank));
    }
    return hosts;
  }

  private static String name(ScheduledPart job) {
    return job.part() + " (" + job.flows().recipe().kind() + ")";
  }

  /** {@code host-8}, {@code host-8 to host-15}, {@code host-0, host-2, host-4 and 2 hosts more}. */
  private static String names(BitSet which, List<Node> hosts) {
    int first = which.nextSetBit(0);
    int last = which.length() - 1;
    int many = which.cardinality();
    if (many > 2 && last - first + 1 == many) {
      return hosts.get(first).name() + " to " + hosts.get(last).name();
    }
    String named =
        which.stream()
            .limit(NAMED)
            .mapToObj(i -> hosts.get(i).name())
            .collect(Collectors.joining(", "));
    return many > NAMED ? named + " and " + CountedNoun.of(many - NAMED, "host") + " more" : named;
  }
}
