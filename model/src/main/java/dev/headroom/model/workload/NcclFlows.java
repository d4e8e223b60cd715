package dev.headroom.model.workload;

import dev.headroom.model.collective.Choice;
import dev.headroom.model.flow.Connections;
import dev.headroom.model.flow.EventNumbers;
import dev.headroom.model.flow.FlowTerms;
import dev.headroom.model.flow.NetworkLines;
import dev.headroom.model.knob.Recipe;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.schedule.Layout;
import dev.headroom.model.schedule.Manner;
import dev.headroom.model.schedule.Pace;
import dev.headroom.model.schedule.Schedule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Flows that carry the network messages of an NCCL collective. */
final class NcclFlows extends LineFlows {
  private final Layout layout;
  private final Schedule schedule;
  private final Manner manner;
  private final Connections connections;
  private final Optional<Choice> choice;
  private final FlowTerms terms;
  private final int queuePairs;
  private final int split;

  /** Of each line over the network: its first queue pair among those between the same two hosts. */
  private final int[] firstIndex;

  NcclFlows(
      Site site,
      Layout layout,
      Schedule schedule,
      Manner manner,
      Connections connections,
      Optional<Choice> choice,
      String description,
      Recipe recipe) {
    this(site, layout, schedule, manner, connections, choice, FlowTerms.NONE, description, recipe);
  }

  /**
   * @param terms what all its queue pairs are set with for themselves
   */
  NcclFlows(
      Site site,
      Layout layout,
      Schedule schedule,
      Manner manner,
      Connections connections,
      Optional<Choice> choice,
      FlowTerms terms,
      String description,
      Recipe recipe) {
    super(lines(schedule, layout, connections.parts()), site, description, recipe);
    this.layout = layout;
    this.schedule = schedule;
    this.manner = manner;
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

  private static NetworkLines lines(Schedule schedule, Layout layout, int parts) {
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
  Optional<Choice> choice() {
    return choice;
  }

  /** What {@link EventNumbers} counts of a schedule. */
  static double count(Schedule schedule, Layout layout, Connections connections) {
    double sum = EventNumbers.beside(schedule);
    for (int line = 0; line < schedule.lines(); line++) {
      if (isApart(schedule, layout, line)) {
        sum += (double) connections.parts() * schedule.messages(line);
      }
    }
    return sum;
  }

  private static boolean isApart(Schedule schedule, Layout layout, int line) {
    return layout.isApart(
        schedule.rank(schedule.sender(line)), schedule.rank(schedule.receiver(line)));
  }

  @Override
  int from(int line) {
    int sender = schedule.rank(schedule.sender(line));
    if (schedule.leavesByOwnNic()) {
      return layout.nic(sender);
    }
    return layout.exit(sender, schedule.rank(schedule.receiver(line)), connections.pxn());
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
  public Layout layout() {
    return layout;
  }

  @Override
  public Pace pace(int worker) {
    return manner.pace(worker);
  }

  @Override
  public long shortestPs() {
    return manner.shortestPs();
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
    long whole = manner.protocol(line).sentBytes(schedule.bytes(line, k / split));
    return whole / split + (k % split < whole % split ? 1 : 0);
  }

  @Override
  public FlowTerms terms(int flow) {
    return terms;
  }

  @Override
  public List<FlowTerms> allTerms() {
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
