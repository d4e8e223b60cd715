package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.schedule.ClusterLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Groups of a graph that call collectives, including sender-receiver pairs, with their calls. */
final class GraphGroups {
  private final GpuGraph graph;
  private final ClusterLayout layout;
  private final List<GpuGroup> groups = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<List<GroupCalls.Asked>> calls = new ArrayList<>();

  /**
   * @throws IllegalArgumentException if the members of a group do not call the same in the same
   *     order; the message names them
   */
  GraphGroups(GpuGraph graph, ClusterLayout layout) {
    this.graph = graph;
    this.layout = layout;
    collectives();
    pairs();
  }

  List<GpuGroup> groups() {
    return groups;
  }

  /** What the groups are called, in their order. */
  List<String> names() {
    return names;
  }

  /** What they call, likewise. */
  List<List<GroupCalls.Asked>> calls() {
    return calls;
  }

  /** Every group that calls, with what it calls. */
  private void collectives() {
    Map<String, List<Integer>> all = new LinkedHashMap<>(graph.groups());
    all.putIfAbsent(GpuGraph.ALL, IntStream.range(0, layout.ranks()).boxed().toList());
    all.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> {
          List<Integer> members = entry.getValue();
          List<GroupCalls.Asked> own = calledBy(members.getFirst(), entry.getKey());
          for (int member : members) {
            if (!own.equals(calledBy(member, entry.getKey()))) {
              throw new IllegalArgumentException(
                  "GPU %d and GPU %d are in the group '%s', but make different calls or a different order of calls"
                      .formatted(members.getFirst(), member, entry.getKey()));
            }
          }
          if (!own.isEmpty() && members.size() > 1) {
            add(GpuGroup.of(layout, members), entry.getKey(), own);
          }
        });
  }

  private List<GroupCalls.Asked> calledBy(int rank, String group) {
    return graph.nodes().get(rank).stream()
        .filter(GpuGraph.Call.class::isInstance)
        .map(GpuGraph.Call.class::cast)
        .filter(call -> call.group().equals(group))
        .map(call -> new GroupCalls.Asked(call.collective(), call.bytes()))
        .toList();
  }

  private void add(GpuGroup group, String name, List<GroupCalls.Asked> own) {
    groups.add(group);
    names.add(name);
    calls.add(own);
  }

  /** Every pair of which one sends to the other. */
  private void pairs() {
    List<Map<Integer, List<Long>>> sent = new ArrayList<>();
    List<Map<Integer, List<Long>>> received = new ArrayList<>();
    for (int rank = 0; rank < layout.ranks(); rank++) {
      sent.add(new LinkedHashMap<>());
      received.add(new LinkedHashMap<>());
      for (GpuGraph.Node node : graph.nodes().get(rank)) {
        if (node instanceof GpuGraph.Send send) {
          sizes(sent.get(rank), send.to()).add(send.bytes());
        } else if (node instanceof GpuGraph.Receive receive) {
          sizes(received.get(rank), receive.from()).add(receive.bytes());
        }
      }
    }
    for (int rank = 0; rank < layout.ranks(); rank++) {
      int own = rank;
      received
          .get(own)
          .forEach((from, sizes) ->
              checkReceived(from, own, sent.get(from).getOrDefault(own, List.of()), sizes));
      sent.get(own)
          .forEach((to, sizes) -> {
            checkReceived(own, to, sizes, received.get(to).getOrDefault(own, List.of()));
            add(
                GpuGroup.pair(layout, own, to),
                name(own, to),
                sizes.stream()
                    .map(bytes -> new GroupCalls.Asked(Collective.SEND_RECV, bytes))
                    .toList());
          });
    }
  }

  private static List<Long> sizes(Map<Integer, List<Long>> byPeer, int peer) {
    return byPeer.computeIfAbsent(peer, _ -> new ArrayList<>());
  }

  static String name(int from, int to) {
    return from + " -> " + to;
  }

  /** What one sends to another is what that one receives. */
  private static void checkReceived(int from, int to, List<Long> sent, List<Long> received) {
    if (from == to || !sent.equals(received)) {
      throw new IllegalArgumentException(
          from == to
              ? "GPU %d sends to itself".formatted(from)
              : "GPU %d sends %d times to GPU %d, but that GPU receives %d times from it, or with other sizes"
                  .formatted(from, sent.size(), to, received.size()));
    }
  }
}
