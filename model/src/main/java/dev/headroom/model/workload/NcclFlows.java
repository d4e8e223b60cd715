package dev.headroom.model.workload;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.flow.EventCount;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.NcclConnections;
import dev.headroom.model.flow.NetworkLines;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.SchedulePacing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Flows that carry the network messages of an NCCL collective. */
final class NcclFlows extends LineFlows {
  private final ClusterLayout layout;
  private final Schedule schedule;
  private final SchedulePacing schedulePacing;
  private final NcclConnections connections;
  private final Optional<AlgorithmChoice> choice;
  private final FlowOverrides terms;
  private final int queuePairs;
  private final int split;

  /** Of each line over the network: its first queue pair among those between the same two hosts. */
  private final int[] firstIndex;

  NcclFlows(
      WorkloadSite site,
      ClusterLayout layout,
      Schedule schedule,
      SchedulePacing schedulePacing,
      NcclConnections connections,
      Optional<AlgorithmChoice> choice,
      String description,
      BuildRecipe recipe) {
    this(
        site,
        layout,
        schedule,
        schedulePacing,
        connections,
        choice,
        FlowOverrides.NONE,
        description,
        recipe);
  }

  /**
   * @param terms what all its queue pairs are set with for themselves
   */
  NcclFlows(
      WorkloadSite site,
      ClusterLayout layout,
      Schedule schedule,
      SchedulePacing schedulePacing,
      NcclConnections connections,
      Optional<AlgorithmChoice> choice,
      FlowOverrides terms,
      String description,
      BuildRecipe recipe) {
    super(lines(schedule, layout, connections.parts()), site, description, recipe);
    this.layout = layout;
    this.schedule = schedule;
    this.schedulePacing = schedulePacing;
    this.connections = connections;
    this.choice = choice;
    this.terms = terms;
    queuePairs = connections.queuePairs();
    split = connections.parts();
    firstIndex = new int[lines.count()];
    Map<Long, Integer> between = new HashMap<>();
    for (int place = 0; place < firstIndex.length; place++) {
      int line = lines.line(place);
      long pair = ((long) from(line) << 32) | to(line);
      firstIndex[place] = between.merge(pair, queuePairs, Integer::sum) - queuePairs;
    }
  }

  private static NetworkLines lines(Schedule schedule, ClusterLayout layout, int parts) {
    return new NetworkLines(
        schedule.lines(),
        line -> schedule.messages(line) > 0 && isApart(schedule, layout, line),
        line -> schedule.messages(line) * parts);
  }

  int gpus() {
    return layout.ranks();
  }

  Cluster cluster() {
    return layout.cluster();
  }

  /** Algorithm and protocol; none for sends and receives, and where several take turns. */
  Optional<AlgorithmChoice> choice() {
    return choice;
  }

  /** What {@link EventCount} counts of a schedule. */
  static double count(Schedule schedule, ClusterLayout layout, NcclConnections connections) {
    double sum = EventCount.scheduleEvents(schedule);
    for (int line = 0; line < schedule.lines(); line++) {
      if (isApart(schedule, layout, line)) {
        sum += (double) connections.parts() * schedule.messages(line);
      }
    }
    return sum;
  }

  private static boolean isApart(Schedule schedule, ClusterLayout layout, int line) {
    return layout.isOtherMachine(
        schedule.rank(schedule.sender(line)), schedule.rank(schedule.receiver(line)));
  }

  @Override
  int from(int line) {
    int sender = schedule.rank(schedule.sender(line));
    if (schedule.leavesByOwnNic()) {
      return layout.nic(sender);
    }
    return layout.nicFor(sender, schedule.rank(schedule.receiver(line)), connections.pxn());
  }

  @Override
  int to(int line) {
    return layout.nic(schedule.rank(schedule.receiver(line)));
  }

  @Override
  public Schedule schedule() {
    return schedule;
  }

  @Override
  public ClusterLayout layout() {
    return layout;
  }

  @Override
  public CollectivePace pace(int worker) {
    return schedulePacing.pace(worker);
  }

  @Override
  public long shortestPs() {
    return schedulePacing.shortestPs();
  }

  @Override
  public int ranks() {
    return layout.members();
  }

  @Override
  int place(int rank) {
    return layout.nic(rank);
  }

  @Override
  public int lanes() {
    return queuePairs;
  }

  @Override
  public int split() {
    return split;
  }

  @Override
  public long bytes(int flow) {
    int place = lines.placeOfFlow(flow);
    int line = lines.line(place);
    int k = flow - lines.firstFlow(place);
    long whole = schedulePacing.protocol(line).sentBytes(schedule.bytes(line, k / split));
    return whole / split + (k % split < whole % split ? 1 : 0);
  }

  @Override
  public FlowOverrides overrides(int flow) {
    return terms;
  }

  @Override
  public List<FlowOverrides> allOverrides() {
    return List.of(terms);
  }

  @Override
  public int queuePairs() {
    return lines.count() * queuePairs;
  }

  @Override
  public int queuePair(int flow) {
    int place = lines.placeOfFlow(flow);
    return place * queuePairs + turn(flow - lines.firstFlow(place));
  }

  /** Which queue pair of its line a flow takes. */
  private int turn(int k) {
    return k % queuePairs; // parts of a message are as many as queue pairs, or one
  }

  @Override
  public int queuePairIndex(int flow) {
    int place = lines.placeOfFlow(flow);
    return firstIndex[place] + turn(flow - lines.firstFlow(place));
  }
}
