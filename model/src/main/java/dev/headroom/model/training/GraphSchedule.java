package dev.headroom.model.training;

import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.NcclCalibration;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.SchedulePacing;
import dev.headroom.model.schedule.WorkerStep;
import dev.headroom.unit.CountedNoun;
import java.util.Arrays;
import java.util.List;

/**
 * Schedule of a graph, as workers, steps and lines.
 *
 * <p>Workers, in this order: two of each GPU, its kernels and its CPU thread; one for each group
 * that it is in or peer that it sends to or receives from, which takes the calls one after another;
 * those of the collectives ({@link GroupCalls}). A node is a step of one of these, a call two.
 *
 * <p>Lines: first those between workers of the same GPU of which one waits for the other. Each
 * worker goes through its nodes in order, so that of all nodes of another that it waits for only
 * the last counts, and what waits behind it needs not wait again: a line carries a message for each
 * wait that is left. Behind them those of the calls.
 */
public final class GraphSchedule implements Schedule, SchedulePacing {
  static final int ENGINES = 2;
  static final int KERNELS = 0;
  static final int CPU = 1;

  private final GpuGraph graph;
  private final ClusterLayout layout;
  private final int ranks;
  private final GraphGroups groups;
  private final GraphWorkers work;
  private final GroupCalls calls;
  private final CollectivePace ownPace;

  // Of lines between workers of a GPU.
  private final int[] senderOf;
  private final int[] receiverOf;
  private final int[] messagesOf;

  private final int[] rankOf;

  /**
   * @param startPs when it begins
   * @throws IllegalArgumentException if the members of a group do not call the same in the same
   *     order, or machines have unequal parts in a group; the message names them
   */
  public GraphSchedule(
      GpuGraph graph, ClusterLayout layout, NcclCalibration calibration, long startPs) {
    this.graph = graph;
    this.layout = layout;
    ranks = layout.ranks();
    ownPace = CollectivePace.ofNothing(startPs);
    groups = new GraphGroups(graph, layout);
    work = new GraphWorkers(graph, ranks, groups);
    senderOf = work.senders();
    receiverOf = work.receivers();
    messagesOf = work.messages();
    calls =
        new GroupCalls(
            groups.groups(), groups.calls(), calibration, ENGINES * ranks, senderOf.length);
    rankOf = new int[calls.endOfWorkers()];
    Arrays.setAll(rankOf, worker -> isEngine(worker) ? worker / ENGINES : calls.rank(worker));
  }

  public GpuGraph graph() {
    return graph;
  }

  public ClusterLayout layout() {
    return layout;
  }

  /** When it begins. */
  public long startPs() {
    return ownPace.startPs();
  }

  /** The groups that call, pairs of a sender and a receiver among them. */
  public List<GpuGroup> groups() {
    return List.copyOf(groups.groups());
  }

  /** What a group is called. */
  public String name(int group) {
    return groups.names().get(group);
  }

  /** The worker that is a GPU's kernels, or its CPU thread. */
  public int engine(int rank, boolean cpu) {
    return ENGINES * rank + (cpu ? CPU : KERNELS);
  }

  /** The worker that is a member's stream of a group; it takes two steps for each call. */
  public int stream(int group, int member) {
    return ENGINES * ranks + calls.stream(group, member);
  }

  /** The nodes of an engine or a stream, as places in its GPU's list. */
  public List<Integer> nodesOf(int worker) {
    return List.copyOf(work.nodesOf(worker));
  }

  // --- workers ----------------------------------------------------------------------------------

  private boolean isEngine(int worker) {
    return worker < ENGINES * ranks;
  }

  @Override
  public int workers() {
    return calls.endOfWorkers();
  }

  @Override
  public boolean moves(int worker) {
    return !isEngine(worker) && !calls.isStream(worker);
  }

  @Override
  public int pool(int worker) {
    return moves(worker) ? calls.pool(worker) : 0;
  }

  @Override
  public int rank(int worker) {
    return rankOf[worker];
  }

  @Override
  public int steps(int worker) {
    return isEngine(worker) ? work.nodesOf(worker).size() : calls.steps(worker);
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    if (isEngine(worker)) {
      into.lasting(lasts(worker, index));
      waitForSignals(worker, index, into);
      signal(worker, index, into);
    } else if (calls.isStream(worker)) {
      calls.streamStep(worker - ENGINES * ranks, index, into);
      if (index % 2 == 0) {
        waitForSignals(worker, index / 2, into);
      } else {
        signal(worker, index / 2, into);
      }
    } else {
      calls.step(worker, index, into);
    }
  }

  private long lasts(int worker, int index) {
    GpuGraph.Node node = graph.nodes().get(rankOf[worker]).get(work.nodesOf(worker).get(index));
    return node instanceof GpuGraph.Compute compute ? compute.ps() : 0;
  }

  private void waitForSignals(int worker, int node, WorkerStep into) {
    for (int line : work.waits(worker, node)) {
      into.after(line);
    }
  }

  private void signal(int worker, int node, WorkerStep into) {
    for (int line : work.signalLines(worker, node)) {
      into.to(line);
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  @Override
  public int lines() {
    return calls.endOfLines();
  }

  @Override
  public int sender(int line) {
    return line < senderOf.length ? senderOf[line] : calls.sender(line);
  }

  @Override
  public int receiver(int line) {
    return line < senderOf.length ? receiverOf[line] : calls.receiver(line);
  }

  @Override
  public int messages(int line) {
    return line < senderOf.length ? messagesOf[line] : calls.messages(line);
  }

  @Override
  public long bytes(int line, int k) {
    return line < senderOf.length ? 0 : calls.bytes(line, k);
  }

  @Override
  public String description() {
    int all = graph.nodes().stream().mapToInt(List::size).sum();
    return "%s on %s, %s"
        .formatted(CountedNoun.of(all, "node"), CountedNoun.of(ranks, "GPU"), calls.description());
  }

  // --- manner -----------------------------------------------------------------------------------

  @Override
  public CollectivePace pace(int worker) {
    return moves(worker) ? calls.pace(worker) : ownPace;
  }

  @Override
  public NcclProtocol protocol(int line) {
    return line < senderOf.length ? NcclProtocol.SIMPLE : calls.protocol(line);
  }

  @Override
  public long shortestPs() {
    return calls.shortestPs();
  }
}
