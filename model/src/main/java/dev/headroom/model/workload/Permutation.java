package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;

/**
 * Permutation workload: each host sends to one other and receives from one other, by a random
 * derangement or by a fixed shift. Flow number: {@code sender * queuePairs + queue pair}.
 */
final class Permutation implements FlowProgram {
  static final Knob<Long> SHIFT =
      Knob.derived(
              "workload.shift",
              WHOLE,
              "drawn at random",
              "each host sends to the host this many positions further")
          .within("1", "262143");
  static final Knob<Long> QUEUE_PAIRS =
      Knob.of(
              "workload.queuePairs",
              WHOLE,
              "1",
              "number of queue pairs from each sender to its receiver; they share the "
                  + "payload evenly")
          .within("1", "4096")
          .real("NCCL_IB_QPS_PER_CONNECTION with NCCL_IB_SPLIT_DATA_ON_QPS=1");

  static final Workload WORKLOAD =
      new Workload(
          "permutation",
          "each host sends to one other and receives from one other",
          List.of(
              CommonParameters.SIZE_OF_FLOWS,
              CommonParameters.HOSTS,
              SHIFT,
              QUEUE_PAIRS,
              CommonParameters.START),
          Permutation::check,
          Permutation::new);

  private final Settings settings;
  private final int[] hosts;
  private final int[] target;
  private final int queuePairs;
  private final long size;
  private final long startPs;

  private Permutation(Settings settings, WorkloadSite site) {
    this.settings = settings;
    this.hosts = CommonParameters.participants(settings, site);
    int n = hosts.length;
    this.target = settings.isSet(SHIFT) ? new int[n] : site.draws("permutation").derangement(n);
    settings
        .find(SHIFT)
        .ifPresent(shift -> {
          for (int i = 0; i < n; i++) {
            target[i] = (int) ((i + shift) % n);
          }
        });
    this.queuePairs = Math.toIntExact(settings.get(QUEUE_PAIRS));
    this.size = settings.get(CommonParameters.SIZE_OF_FLOWS).bytes();
    this.startPs = settings.get(CommonParameters.START).ps();
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>(CommonParameters.check(settings, site, 2));
    int n = CommonParameters.participants(settings, site).length;
    settings
        .find(SHIFT)
        .filter(shift -> n > 1 && shift % n == 0)
        .ifPresent(shift ->
            complaints.add(
                new KnobConflict(
                    SHIFT.name(),
                    "a shift of %d positions among %d hosts sends each host's data to itself"
                        .formatted(shift, n),
                    "1 to " + (n - 1))));
    CommonParameters.flows(complaints, QUEUE_PAIRS, (double) n * settings.get(QUEUE_PAIRS));
    return complaints;
  }

  @Override
  public int flows() {
    return hosts.length * queuePairs;
  }

  @Override
  public int source(int flow) {
    return hosts[flow / queuePairs];
  }

  @Override
  public int destination(int flow) {
    return hosts[target[flow / queuePairs]];
  }

  @Override
  public long bytes(int flow) {
    return size / queuePairs + (flow % queuePairs < size % queuePairs ? 1 : 0);
  }

  @Override
  public long startPs(int flow) {
    return startPs;
  }

  @Override
  public int queuePairIndex(int flow) {
    return flow % queuePairs;
  }

  @Override
  public String description() {
    String how =
        settings.find(SHIFT).map(shift -> "shift by " + shift).orElse("random permutation");
    return how + " of " + hosts.length + " hosts, " + new Size(size) + " each";
  }

  @Override
  public BuildRecipe recipe() {
    return new BuildRecipe(WORKLOAD.name(), settings);
  }
}
