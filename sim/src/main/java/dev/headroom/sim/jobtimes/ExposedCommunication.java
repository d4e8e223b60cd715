package dev.headroom.sim.jobtimes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Exposed communication: time that a GPU waits for its calls while it computes nothing. */
final class ExposedCommunication {
  private ExposedCommunication() {}

  /**
   * A call.
   *
   * @param span from when to when it was under way
   * @param kind what it is charged to
   */
  record Call<K>(long[] span, K kind) {}

  /**
   * By kind, what of the time without computing is theirs, in picoseconds: of what falls into
   * several calls each has an equal part.
   *
   * @param computing spans in which the GPU computes, in order; they do not overlap
   */
  static <K> Map<K, Double> of(List<Call<K>> calls, List<long[]> computing) {
    Map<K, Double> exposed = new LinkedHashMap<>();
    long[] edges = edges(calls, computing);
    List<Call<K>> byStart = new ArrayList<>(calls);
    byStart.sort((one, other) -> Long.compare(one.span[0], other.span[0]));
    List<Call<K>> open = new ArrayList<>();
    int next = 0;
    int busy = 0;
    for (int i = 0; i + 1 < edges.length; i++) {
      long from = edges[i];
      long until = edges[i + 1];
      while (next < byStart.size() && byStart.get(next).span[0] <= from) {
        open.add(byStart.get(next++));
      }
      open.removeIf(call -> call.span[1] <= from);
      while (busy < computing.size() && computing.get(busy)[1] <= from) {
        busy++;
      }
      boolean computes = busy < computing.size() && computing.get(busy)[0] <= from;
      for (Call<K> call : computes ? List.<Call<K>>of() : open) {
        exposed.merge(call.kind, (double) (until - from) / open.size(), Double::sum);
      }
    }
    return exposed;
  }

  /** Every time at which a call or a kernel begins or ends, each once. */
  private static <K> long[] edges(List<Call<K>> calls, List<long[]> computing) {
    long[] edges = new long[2 * (calls.size() + computing.size())];
    int used = 0;
    for (Call<K> call : calls) {
      edges[used++] = call.span[0];
      edges[used++] = call.span[1];
    }
    for (long[] span : computing) {
      edges[used++] = span[0];
      edges[used++] = span[1];
    }
    return Arrays.stream(edges).sorted().distinct().toArray();
  }
}
