package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.schedule.Calibration;
import dev.headroom.model.schedule.Layout;
import dev.headroom.model.schedule.Manner;
import dev.headroom.model.schedule.Pace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A graph as workers, steps and lines.
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
public final class GraphSchedule implements Schedule, Manner {
  private static final int ENGINES = 2;
  private static final int KERNELS = 0;
  private static final int CPU = 1;

  /** The rest of what a step may listen to is for the channels of a call. */
  private static final int MOST_WAITS = Step.MOST_LINES / 2;

  private final Graph graph;
  private final Layout layout;
  private final int ranks;
  private final List<Group> groups = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final GroupCalls calls;
  private final Pace ownPace = new Pace(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, Integer.MAX_VALUE);

  /** Of each worker that is an engine or a stream: its nodes, as places in its GPU's list. */
  private final List<List<Integer>> nodesOf = new ArrayList<>();

  /** Of the same: by node, lines that it waits for, and lines on which it tells that it is done. */
  private final List<List<int[]>> waits = new ArrayList<>();

  private final List<List<int[]>> tells = new ArrayList<>();

  // Of lines between workers of a GPU.
  private final int[] senderOf;
  private final int[] receiverOf;
  private final int[] messagesOf;

  private final int[] rankOf;

  /**
   * @throws IllegalArgumentException if the members of a group do not call the same in the same
   *     order, or machines have unequal parts in a group; the message names them
   */
  public GraphSchedule(Graph graph, Layout layout, Calibration calibration) {
    this.graph = graph;
    this.layout = layout;
    ranks = layout.ranks();
    List<List<GroupCalls.Asked>> asked = new ArrayList<>();
    collectives(asked);
    pairs(asked);
    int streams = groups.stream().mapToInt(Group::size).sum();
    for (int worker = 0; worker < ENGINES * ranks + streams; worker++) {
      nodesOf.add(new ArrayList<>());
      waits.add(new ArrayList<>());
      tells.add(new ArrayList<>());
    }
    Wires wires = new Wires();
    int[][] workerOf = place();
    connect(workerOf, wires);
    senderOf = wires.senders.stream().mapToInt(Integer::intValue).toArray();
    receiverOf = wires.receivers.stream().mapToInt(Integer::intValue).toArray();
    messagesOf = wires.messages.stream().mapToInt(Integer::intValue).toArray();
    calls = new GroupCalls(groups, asked, calibration, ENGINES * ranks, senderOf.length);
    rankOf = new int[calls.endOfWorkers()];
    Arrays.setAll(rankOf, worker -> isEngine(worker) ? worker / ENGINES : calls.rank(worker));
  }

  /** Lines as they are found. */
  private static final class Wires {
    private final Map<Long, Integer> known = new HashMap<>();
    private final List<Integer> senders = new ArrayList<>();
    private final List<Integer> receivers = new ArrayList<>();
    private final List<Integer> messages = new ArrayList<>();

    /** One more message between two workers. */
    int message(int from, int to) {
      int line =
          known.computeIfAbsent(
              (long) from << 32 | to,
              _ -> {
                senders.add(from);
                receivers.add(to);
                messages.add(0);
                return senders.size() - 1;
              });
      messages.set(line, messages.get(line) + 1);
      return line;
    }
  }

  // --- groups -----------------------------------------------------------------------------------

  /** Every group that calls, with what it calls. */
  private void collectives(List<List<GroupCalls.Asked>> asked) {
    Map<String, List<Integer>> all = new LinkedHashMap<>(graph.groups());
    all.putIfAbsent(Graph.ALL, IntStream.range(0, ranks).boxed().toList());
    all.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> {
          List<Integer> members = entry.getValue();
          List<GroupCalls.Asked> own = calledBy(members.getFirst(), entry.getKey());
          for (int member : members) {
            if (!own.equals(calledBy(member, entry.getKey()))) {
              throw new IllegalArgumentException(
                  "GPU %d and GPU %d are in the group '%s', but do not call the same in the same order"
                      .formatted(members.getFirst(), member, entry.getKey()));
            }
          }
          if (!own.isEmpty() && members.size() > 1) {
            add(Group.of(layout, members), entry.getKey(), own, asked);
          }
        });
  }

  private List<GroupCalls.Asked> calledBy(int rank, String group) {
    return graph.nodes().get(rank).stream()
        .filter(Graph.Call.class::isInstance)
        .map(Graph.Call.class::cast)
        .filter(call -> call.group().equals(group))
        .map(call -> new GroupCalls.Asked(call.collective(), call.bytes()))
        .toList();
  }

  private void add(
      Group group, String name, List<GroupCalls.Asked> own, List<List<GroupCalls.Asked>> asked) {
    groups.add(group);
    names.add(name);
    asked.add(own);
  }

  /** Every pair of which one sends to the other. */
  private void pairs(List<List<GroupCalls.Asked>> asked) {
    for (int from = 0; from < ranks; from++) {
      Map<Integer, List<GroupCalls.Asked>> sent = new LinkedHashMap<>();
      for (Graph.Node node : graph.nodes().get(from)) {
        if (node instanceof Graph.Send send) {
          sent.computeIfAbsent(send.to(), _ -> new ArrayList<>())
              .add(new GroupCalls.Asked(Collective.SEND_RECV, send.bytes()));
        } else if (node instanceof Graph.Receive receive) {
          checkReceived(receive.from(), from);
        }
      }
      int sender = from;
      sent.forEach((to, own) -> {
        checkReceived(sender, to);
        add(Group.pair(layout, sender, to), name(sender, to), own, asked);
      });
    }
  }

  private static String name(int from, int to) {
    return from + " -> " + to;
  }

  /** What one sends to another is what that one receives. */
  private void checkReceived(int from, int to) {
    List<Long> sent = new ArrayList<>();
    List<Long> received = new ArrayList<>();
    for (Graph.Node node : graph.nodes().get(from)) {
      if (node instanceof Graph.Send send && send.to() == to) {
        sent.add(send.bytes());
      }
    }
    for (Graph.Node node : graph.nodes().get(to)) {
      if (node instanceof Graph.Receive receive && receive.from() == from) {
        received.add(receive.bytes());
      }
    }
    if (from == to || !sent.equals(received)) {
      throw new IllegalArgumentException(
          from == to
              ? "GPU %d sends to itself".formatted(from)
              : "GPU %d sends %d times to GPU %d, which receives %d times from it, or other sizes"
                  .formatted(from, sent.size(), to, received.size()));
    }
  }

  // --- nodes ------------------------------------------------------------------------------------

  /** Gives each node to a worker; returns by GPU and node which. */
  private int[][] place() {
    Map<String, Integer> number = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      number.put(names.get(i), i);
    }
    int[] firstStream = new int[groups.size() + 1];
    for (int group = 0; group < groups.size(); group++) {
      firstStream[group + 1] = firstStream[group] + groups.get(group).size();
    }
    int[][] workerOf = new int[ranks][];
    for (int rank = 0; rank < ranks; rank++) {
      List<Graph.Node> own = graph.nodes().get(rank);
      workerOf[rank] = new int[own.size()];
      for (int i = 0; i < own.size(); i++) {
        String name =
            switch (own.get(i)) {
              case Graph.Compute _ -> "";
              case Graph.Call call -> call.group();
              case Graph.Send send -> name(rank, send.to());
              case Graph.Receive receive -> name(receive.from(), rank);
            };
        int worker = ENGINES * rank + KERNELS;
        if (own.get(i) instanceof Graph.Compute compute) {
          worker = ENGINES * rank + (compute.onCpu() ? CPU : KERNELS);
        } else if (number.containsKey(name)) {
          int group = number.get(name);
          int member = groups.get(group).members().indexOf(rank);
          worker = ENGINES * ranks + firstStream[group] + member;
        } // a call of a group of one is over at once
        workerOf[rank][i] = worker;
        nodesOf.get(worker).add(i);
      }
    }
    return workerOf;
  }

  private void connect(int[][] workerOf, Wires wires) {
    for (int rank = 0; rank < ranks; rank++) {
      List<Graph.Node> own = graph.nodes().get(rank);
      int[] placeIn = new int[own.size()];
      Map<Integer, Integer> counts = new HashMap<>();
      for (int i = 0; i < own.size(); i++) {
        placeIn[i] = counts.merge(workerOf[rank][i], 1, Integer::sum) - 1;
      }
      List<List<Integer>> told = new ArrayList<>();
      own.forEach(_ -> told.add(new ArrayList<>()));
      // By pair of workers: the last node of the one that the other has waited for.
      Map<Long, Integer> waited = new HashMap<>();
      for (int i = 0; i < own.size(); i++) {
        int[] lines = waitsOf(i, own.get(i), workerOf[rank], placeIn, waited, told, wires);
        waits.get(workerOf[rank][i]).add(lines);
      }
      for (int i = 0; i < own.size(); i++) {
        tells
            .get(workerOf[rank][i])
            .add(told.get(i).stream().mapToInt(Integer::intValue).toArray());
      }
    }
  }

  private static int[] waitsOf(
      int node,
      Graph.Node what,
      int[] workerOf,
      int[] placeIn,
      Map<Long, Integer> waited,
      List<List<Integer>> told,
      Wires wires) {
    Map<Integer, Integer> last = new LinkedHashMap<>();
    for (int before : what.after()) {
      if (workerOf[before] != workerOf[node]) {
        last.merge(
            workerOf[before], before, (one, other) -> placeIn[one] > placeIn[other] ? one : other);
      }
    }
    List<Integer> lines = new ArrayList<>();
    last.forEach((worker, before) -> {
      long pair = (long) worker << 32 | workerOf[node];
      if (placeIn[before] > waited.getOrDefault(pair, -1)) {
        waited.put(pair, placeIn[before]);
        int line = wires.message(worker, workerOf[node]);
        lines.add(line);
        told.get(before).add(line);
      }
    });
    if (lines.size() > MOST_WAITS) {
      throw new IllegalArgumentException(
          "a node waits for %d groups and peers at once; %d are the most"
              .formatted(lines.size(), MOST_WAITS));
    }
    return lines.stream().mapToInt(Integer::intValue).toArray();
  }

  public Graph graph() {
    return graph;
  }

  public Layout layout() {
    return layout;
  }

  /** The groups that call, pairs of a sender and a receiver among them. */
  public List<Group> groups() {
    return List.copyOf(groups);
  }

  /** What a group is called. */
  public String name(int group) {
    return names.get(group);
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
    return List.copyOf(nodesOf.get(worker));
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
  public int rank(int worker) {
    return rankOf[worker];
  }

  @Override
  public int steps(int worker) {
    return isEngine(worker) ? nodesOf.get(worker).size() : calls.steps(worker);
  }

  @Override
  public void step(int worker, int index, Step into) {
    if (isEngine(worker)) {
      boolean computes =
          graph.nodes().get(rankOf[worker]).get(nodesOf.get(worker).get(index))
              instanceof Graph.Compute;
      into.lasting(computes ? lasts(worker, index) : 0);
      listen(worker, index, into);
      tell(worker, index, into);
    } else if (calls.isStream(worker)) {
      calls.streamStep(worker - ENGINES * ranks, index, into);
      if (index % 2 == 0) {
        listen(worker, index / 2, into);
      } else {
        tell(worker, index / 2, into);
      }
    } else {
      calls.step(worker, index, into);
    }
  }

  private long lasts(int worker, int index) {
    Graph.Node node = graph.nodes().get(rankOf[worker]).get(nodesOf.get(worker).get(index));
    return node instanceof Graph.Compute compute ? compute.ps() : 0;
  }

  private void listen(int worker, int node, Step into) {
    for (int line : waits.get(worker).get(node)) {
      into.after(line);
    }
  }

  private void tell(int worker, int node, Step into) {
    for (int line : tells.get(worker).get(node)) {
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
    return "%d nodes on %d GPUs, %s".formatted(all, ranks, calls.description());
  }

  // --- manner -----------------------------------------------------------------------------------

  @Override
  public Pace pace(int worker) {
    return moves(worker) ? calls.pace(worker) : ownPace;
  }

  @Override
  public Protocol protocol(int line) {
    return line < senderOf.length ? Protocol.SIMPLE : calls.protocol(line);
  }

  @Override
  public long shortestPs() {
    return calls.shortestPs();
  }
}
