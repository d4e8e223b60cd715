package dev.headroom.model.training;

import dev.headroom.model.schedule.ClusterLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Job of all GPUs of a cluster: each computes, calls collectives of its groups, and waits for them.
 *
 * @param layout where the GPUs are
 * @param groups of all kinds
 * @param groupOf by kind and GPU, the group that the GPU is in, as its place in {@code groups}; -1
 *     where it is in none, and then the operations that name that kind are left out
 * @param scripts by GPU, what it does in order
 */
public record GpuJob(
    ClusterLayout layout,
    List<GpuGroup> groups,
    Map<GroupKind, int[]> groupOf,
    List<List<GpuOperation>> scripts) {

  /** No group of this kind. */
  public static final int NONE = -1;

  /**
   * @throws IllegalArgumentException if a GPU waits for a call that it has not started; the message
   *     names it
   */
  public GpuJob {
    groups = List.copyOf(groups);
    groupOf = Map.copyOf(groupOf);
    scripts = List.copyOf(scripts);
    Set<List<GpuOperation>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int rank = 0; rank < scripts.size(); rank++) {
      if (seen.add(scripts.get(rank))) {
        checkAwaits(rank, scripts.get(rank));
      }
    }
  }

  private static void checkAwaits(int rank, List<GpuOperation> script) {
    Map<GroupKind, Integer> pending = new EnumMap<>(GroupKind.class);
    for (int i = 0; i < script.size(); i++) {
      switch (script.get(i)) {
        case GpuOperation.Start start -> pending.merge(start.kind(), 1, Integer::sum);
        case GpuOperation.Await await -> {
          if (pending.merge(await.kind(), -1, Integer::sum) < 0) {
            throw new IllegalArgumentException(
                "GPU %d waits for the group '%s' in operation %d, but all its calls to that group"
                        .formatted(rank, await.kind().word(), i)
                    + " have been awaited already");
          }
        }
        case GpuOperation.Compute compute -> {
          // needs nobody
        }
        case GpuOperation.Stop stop -> {
          // nor does it
        }
      }
    }
  }

  /** The same with one GPU that takes longer to compute, by a factor. */
  public GpuJob withStraggler(int rank, double factor) {
    List<List<GpuOperation>> changed = new ArrayList<>(scripts);
    changed.set(
        rank,
        scripts.get(rank).stream()
            .map(operation ->
                operation instanceof GpuOperation.Compute compute
                    ? new GpuOperation.Compute(Math.round(compute.ps() * factor))
                    : operation)
            .toList());
    return new GpuJob(layout, groups, groupOf, changed);
  }

  /** The same with one GPU that dies after a share of its operations, 0 to 1. */
  public GpuJob withFailedGpu(int rank, double share) {
    List<List<GpuOperation>> changed = new ArrayList<>(scripts);
    List<GpuOperation> script = new ArrayList<>(scripts.get(rank));
    script.add((int) Math.round(share * script.size()), new GpuOperation.Stop());
    changed.set(rank, script);
    return new GpuJob(layout, groups, groupOf, changed);
  }

  /** What a GPU really does: without what it would do in groups that it is not in. */
  List<GpuOperation> operations(int rank) {
    return scripts.get(rank).stream()
        .filter(operation ->
            switch (operation) {
              case GpuOperation.Compute compute -> compute.ps() > 0;
              case GpuOperation.Stop stop -> true;
              case GpuOperation.Start start -> isIn(rank, start.kind());
              case GpuOperation.Await await -> isIn(rank, await.kind());
            })
        .toList();
  }

  private boolean isIn(int rank, GroupKind kind) {
    return groupOf(kind, rank) != NONE;
  }

  /** The kinds of groups that a GPU is in. */
  Set<GroupKind> kindsOf(int rank) {
    Set<GroupKind> kinds = EnumSet.noneOf(GroupKind.class);
    for (GroupKind kind : groupOf.keySet()) {
      if (isIn(rank, kind)) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /** The group of a kind that a GPU is in, as its place in {@link #groups}; or {@link #NONE}. */
  public int groupOf(GroupKind kind, int rank) {
    int[] places = groupOf.get(kind);
    return places == null ? NONE : places[rank];
  }

  /** For a kind that nobody has a group of. */
  static int[] nobody(int ranks) {
    int[] none = new int[ranks];
    Arrays.fill(none, NONE);
    return none;
  }
}
