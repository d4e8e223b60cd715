package dev.headroom.model.training;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assignment of a graph's nodes to workers, with the lines by which the workers of one GPU signal
 * each other: see {@link GraphSchedule}.
 */
final class GraphWorkers {
  private final GpuGraph graph;
  private final int ranks;
  private final GraphGroups groups;

  /** Of each worker that is an engine or a stream: its nodes, as places in its GPU's list. */
  private final List<List<Integer>> nodesOf = new ArrayList<>();

  /** Of the same: by node, lines that it waits for, and lines on which it tells that it is done. */
  private final List<List<int[]>> waits = new ArrayList<>();

  private final List<List<int[]>> signalLines = new ArrayList<>();

  /** By pair of workers. */
  private final Map<Long, Integer> lineOf = new HashMap<>();

  private final List<Integer> senders = new ArrayList<>();
  private final List<Integer> receivers = new ArrayList<>();
  private final List<Integer> messages = new ArrayList<>();

  GraphWorkers(GpuGraph graph, int ranks, GraphGroups groups) {
    this.graph = graph;
    this.ranks = ranks;
    this.groups = groups;
    int streams = groups.groups().stream().mapToInt(GpuGroup::size).sum();
    for (int worker = 0; worker < GraphSchedule.ENGINES * ranks + streams; worker++) {
      nodesOf.add(new ArrayList<>());
      waits.add(new ArrayList<>());
      signalLines.add(new ArrayList<>());
    }
    connect(place());
  }

  List<Integer> nodesOf(int worker) {
    return nodesOf.get(worker);
  }

  /** Lines that the node waits for. */
  int[] waits(int worker, int node) {
    return waits.get(worker).get(node);
  }

  /** Lines on which it tells that it is done. */
  int[] signalLines(int worker, int node) {
    return signalLines.get(worker).get(node);
  }

  /** By line: the worker that tells. */
  int[] senders() {
    return ints(senders);
  }

  /** By line: the worker that waits. */
  int[] receivers() {
    return ints(receivers);
  }

  int[] messages() {
    return ints(messages);
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Gives each node to a worker; returns by GPU and node which. */
  private int[][] place() {
    Map<String, Integer> number = new HashMap<>();
    for (int i = 0; i < groups.names().size(); i++) {
      number.put(groups.names().get(i), i);
    }
    int[] firstStream = new int[groups.groups().size() + 1];
    for (int group = 0; group < groups.groups().size(); group++) {
      firstStream[group + 1] = firstStream[group] + groups.groups().get(group).size();
    }
    int[][] workerOf = new int[ranks][];
    for (int rank = 0; rank < ranks; rank++) {
      List<GpuGraph.Node> own = graph.nodes().get(rank);
      workerOf[rank] = new int[own.size()];
      for (int i = 0; i < own.size(); i++) {
        String name =
            switch (own.get(i)) {
              case GpuGraph.Compute _ -> "";
              case GpuGraph.Call call -> call.group();
              case GpuGraph.Send send -> GraphGroups.name(rank, send.to());
              case GpuGraph.Receive receive -> GraphGroups.name(receive.from(), rank);
            };
        int worker = GraphSchedule.ENGINES * rank + GraphSchedule.KERNELS;
        if (own.get(i) instanceof GpuGraph.Compute compute) {
          worker =
              GraphSchedule.ENGINES * rank
                  + (compute.onCpu() ? GraphSchedule.CPU : GraphSchedule.KERNELS);
        } else if (number.containsKey(name)) {
          int group = number.get(name);
          int member = groups.groups().get(group).members().indexOf(rank);
          worker = GraphSchedule.ENGINES * ranks + firstStream[group] + member;
        } // a call of a group of one is over at once
        workerOf[rank][i] = worker;
        nodesOf.get(worker).add(i);
      }
    }
    return workerOf;
  }

  private void connect(int[][] workerOf) {
    for (int rank = 0; rank < ranks; rank++) {
      List<GpuGraph.Node> own = graph.nodes().get(rank);
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
        int[] lines = waitsOf(i, own.get(i), workerOf[rank], placeIn, waited, told);
        waits.get(workerOf[rank][i]).add(lines);
      }
      for (int i = 0; i < own.size(); i++) {
        signalLines.get(workerOf[rank][i]).add(ints(told.get(i)));
      }
    }
  }

  private int[] waitsOf(
      int node,
      GpuGraph.Node what,
      int[] workerOf,
      int[] placeIn,
      Map<Long, Integer> waited,
      List<List<Integer>> told) {
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
        int line = message(worker, workerOf[node]);
        lines.add(line);
        told.get(before).add(line);
      }
    });
    return ints(lines);
  }

  /** One more message between two workers. */
  private int message(int from, int to) {
    int line =
        lineOf.computeIfAbsent(
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
