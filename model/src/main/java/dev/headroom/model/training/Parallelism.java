package dev.headroom.model.training;

import dev.headroom.model.schedule.ClusterLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Distribution of a job over GPUs, in Megatron-LM's order. GPU {@code t + T (d + D p)} is the t-th
 * of its tensor-parallel group, in the d-th replica, in stage p ({@code parallel_state.py}, order
 * {@code tp-cp-ep-dp-pp}). Experts are spread over neighbouring replicas.
 *
 * @param tensor T: GPUs that share each layer
 * @param expert replicas that share the experts; divides {@code data}
 * @param data D: replicas of the model
 * @param pipeline stages that the layers are cut into
 */
public record Parallelism(int tensor, int expert, int data, int pipeline) {
  public int gpus() {
    return tensor * data * pipeline;
  }

  public int stage(int rank) {
    return rank / (tensor * data);
  }

  private int rank(int t, int d, int p) {
    return t + tensor * (d + data * p);
  }

  /**
   * The job of GPUs that are spread so.
   *
   * @param scripts by stage, what its GPUs do
   * @throws IllegalArgumentException if groups do not fit machines
   */
  public GpuJob job(ClusterLayout layout, IntFunction<List<GpuOperation>> scripts) {
    Groups groups = new Groups(layout);
    for (int p = 0; p < pipeline; p++) {
      int stage = p;
      for (int d = 0; d < data; d++) {
        int replica = d;
        groups.add(GroupKind.TENSOR, tensor, t -> rank(t, replica, stage));
      }
      for (int t = 0; t < tensor; t++) {
        replicas(t, stage, groups);
      }
    }
    groups.add(GroupKind.ALL, gpus(), rank -> rank);
    for (int from = 0; from < gpus() - tensor * data; from++) {
      int to = from + tensor * data;
      groups.join(GroupKind.ACTIVATIONS_TO, from, GroupKind.ACTIVATIONS_FROM, to);
      groups.join(GroupKind.GRADIENTS_TO, to, GroupKind.GRADIENTS_FROM, from);
    }
    List<List<GpuOperation>> byStage = IntStream.range(0, pipeline).mapToObj(scripts).toList();
    return new GpuJob(
        layout,
        groups.all,
        groups.groupOf,
        IntStream.range(0, gpus()).mapToObj(rank -> byStage.get(stage(rank))).toList());
  }

  /** The groups of what is the t-th part of a stage in all replicas. */
  private void replicas(int t, int stage, Groups groups) {
    groups.add(GroupKind.DATA, data, d -> rank(t, d, stage));
    int sets = data / expert;
    for (int set = 0; set < sets; set++) {
      int first = set * expert;
      groups.add(GroupKind.EXPERT, expert, i -> rank(t, first + i, stage));
    }
    for (int e = 0; e < expert; e++) {
      int same = e;
      groups.add(GroupKind.EXPERT_DATA, sets, i -> rank(t, i * expert + same, stage));
    }
  }

  /** Groups as they are found. */
  private static final class Groups {
    private final ClusterLayout layout;
    private final List<GpuGroup> all = new ArrayList<>();
    private final Map<GroupKind, int[]> groupOf = new EnumMap<>(GroupKind.class);

    Groups(ClusterLayout layout) {
      this.layout = layout;
    }

    private void put(GroupKind kind, int rank) {
      groupOf.computeIfAbsent(kind, first -> GpuJob.nobody(layout.ranks()))[rank] = all.size();
    }

    void add(GroupKind kind, int size, IntUnaryOperator member) {
      if (size < 2) {
        return; // nobody to talk to
      }
      List<Integer> members = IntStream.range(0, size).map(member).boxed().toList();
      members.forEach(rank -> put(kind, rank));
      all.add(GpuGroup.of(layout, members));
    }

    /** A pair: the first sends, the second receives. */
    void join(GroupKind sends, int from, GroupKind receives, int to) {
      put(sends, from);
      put(receives, to);
      all.add(GpuGroup.pair(layout, from, to));
    }
  }
}
