package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;
import java.util.List;
import java.util.Map;

/**
 * Work of GPUs as a graph: nodes that wait for other nodes of the same GPU. Nodes of a GPU that
 * take the same part of it (its kernels, its CPU thread, a group's calls) go one after another in
 * the order in which they are listed; else only what they wait for holds them up.
 *
 * @param groups who calls collectives together: by name the GPUs' numbers
 * @param nodes by GPU, in an order in which none waits for a later one; the same list for GPUs that
 *     do the same
 */
public record GpuGraph(Map<String, List<Integer>> groups, List<List<Node>> nodes) {
  /** The group of all GPUs, which needs not be named. */
  public static final String ALL = "all";

  public GpuGraph {
    groups = Map.copyOf(groups);
    nodes = List.copyOf(nodes);
  }

  /** Something that a GPU does once what it waits for is done. */
  public sealed interface Node {
    /** Places of the nodes of the same GPU that must be done first. */
    List<Integer> after();
  }

  /**
   * It lasts.
   *
   * @param onCpu on the CPU thread that drives the GPU; else on the GPU
   * @param ps how long, in picoseconds
   */
  public record Compute(boolean onCpu, long ps, List<Integer> after) implements Node {
    public Compute {
      after = List.copyOf(after);
    }
  }

  /**
   * A collective. All of the group call the same, in the same order.
   *
   * @param bytes as nccl-tests counts them: the largest buffer of a rank
   */
  public record Call(String group, Collective collective, long bytes, List<Integer> after)
      implements Node {
    public Call {
      after = List.copyOf(after);
    }
  }

  /** It sends to another GPU: the k-th to it is what that one receives k-th from here. */
  public record Send(int to, long bytes, List<Integer> after) implements Node {
    public Send {
      after = List.copyOf(after);
    }
  }

  /** It receives from another GPU. */
  public record Receive(int from, long bytes, List<Integer> after) implements Node {
    public Receive {
      after = List.copyOf(after);
    }
  }

  /** How many GPUs there are. */
  public int gpus() {
    return nodes.size();
  }
}
