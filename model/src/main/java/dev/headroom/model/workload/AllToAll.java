package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * All-to-all workload: every rank sends to every other in shifted order; rank r's k-th peer is rank
 * r + 1 + k. With a limit of W at a time, a rank starts on its (k + W)-th peer when it has
 * completed the k-th. Flow number: {@code k * n + r}; nothing is stored, so 8,192 ranks with 67
 * million flows cost nothing.
 */
final class AllToAll implements FlowProgram {
  static final Knob<Size> SIZE =
      CommonParameters.size("1MiB", "payload from each rank to each other rank");
  static final Knob<Long> CONCURRENT =
      Knob.derived(
              "workload.concurrent",
              WHOLE,
              "all at once",
              "number of peers to which a rank sends at a time")
          .within("1", "262143");

  static final Workload WORKLOAD =
      new Workload(
          "all-to-all",
          "every rank sends to every other rank, in shifted order",
          List.of(SIZE, CommonParameters.HOSTS, CONCURRENT, CommonParameters.START),
          AllToAll::check,
          AllToAll::new);

  private final Settings settings;
  private final int[] ranks;
  private final int concurrent;
  private final long size;
  private final long startPs;

  private AllToAll(Settings settings, WorkloadSite site) {
    this.settings = settings;
    this.ranks = CommonParameters.participants(settings, site);
    this.concurrent =
        Math.toIntExact(
            settings.find(CONCURRENT).filter(w -> w < ranks.length).orElse(ranks.length - 1L));
    this.size = settings.get(SIZE).bytes();
    this.startPs = settings.get(CommonParameters.START).ps();
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>(CommonParameters.check(settings, site, 2));
    double n = CommonParameters.participants(settings, site).length;
    CommonParameters.flows(complaints, CommonParameters.HOSTS, n * (n - 1));
    return complaints;
  }

  /** What it is in the words of nccl-tests, which count a part for the rank itself. */
  CalledCollective called() {
    return new CalledCollective(
        Collective.ALL_TO_ALL, "", "", ranks.length, size * ranks.length, 1, startPs, 0);
  }

  @Override
  public int flows() {
    return ranks.length * (ranks.length - 1);
  }

  @Override
  public int source(int flow) {
    return ranks[flow % ranks.length];
  }

  @Override
  public int destination(int flow) {
    return ranks[(flow % ranks.length + 1 + flow / ranks.length) % ranks.length];
  }

  @Override
  public long bytes(int flow) {
    return size;
  }

  @Override
  public long startPs(int flow) {
    return startPs;
  }

  @Override
  public int queuePairIndex(int flow) {
    return 0;
  }

  @Override
  public int needs(int flow) {
    return flow / ranks.length < concurrent ? 0 : 1;
  }

  @Override
  public void whenCompleted(int flow, IntConsumer dependent) {
    int later = flow + concurrent * ranks.length;
    if (flow / ranks.length + concurrent < ranks.length - 1) {
      dependent.accept(later);
    }
  }

  @Override
  public String description() {
    return "all-to-all of %s between %d ranks%s"
        .formatted(
            new Size(size),
            ranks.length,
            concurrent == ranks.length - 1 ? "" : ", " + concurrent + " at a time");
  }

  @Override
  public BuildRecipe recipe() {
    return new BuildRecipe(WORKLOAD.name(), settings);
  }
}
