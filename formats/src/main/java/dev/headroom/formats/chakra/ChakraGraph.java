package dev.headroom.formats.chakra;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.training.GpuGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Graph of the traces of all GPUs. */
final class ChakraGraph {
  private static final long PS_PER_US = 1_000_000;

  /** What a barrier moves: an all-reduce of one number. */
  private static final long BARRIER = 4;

  // CollectiveCommType of the schema.
  private static final int GATHER = 3;
  private static final int SCATTER = 4;

  private final List<Path> files;
  private final List<List<ChakraNode>> traces;
  private final double flops;
  private final ProblemCollector problems;

  /** By name of a group the GPUs that call in it. */
  private final Map<String, TreeSet<Integer>> members = new TreeMap<>();

  private ChakraGraph(
      List<Path> files, List<List<ChakraNode>> traces, double flops, ProblemCollector problems) {
    this.files = files;
    this.traces = traces;
    this.flops = flops;
    this.problems = problems;
  }

  /**
   * The graph of these traces.
   *
   * @param flops operations a second, for nodes that say how many they take and not how long; 0
   *     where nobody said
   */
  static GpuGraph of(
      List<Path> files, List<List<ChakraNode>> traces, double flops, ProblemCollector problems) {
    return new ChakraGraph(files, traces, flops, problems).graph();
  }

  private GpuGraph graph() {
    for (int gpu = 0; gpu < traces.size(); gpu++) {
      for (ChakraNode node : traces.get(gpu)) {
        if (isCollective(node)) {
          members.computeIfAbsent(group(node), _ -> new TreeSet<>()).add(gpu);
        }
      }
    }
    List<List<GpuGraph.Node>> nodes = new ArrayList<>();
    for (int gpu = 0; gpu < traces.size(); gpu++) {
      nodes.add(nodes(gpu));
    }
    Map<String, List<Integer>> groups = new HashMap<>();
    members.forEach((name, gpus) -> {
      if (!name.equals(GpuGraph.ALL)) {
        groups.put(name, List.copyOf(gpus));
      }
    });
    return new GpuGraph(groups, nodes);
  }

  /** Calls that the CPU issues are its work; what the GPU does of them is a node of its own. */
  private static boolean isCollective(ChakraNode node) {
    return node.kind() == ChakraNode.Kind.COLLECTIVE && !node.isOnCpu();
  }

  /** Without a process group it is all GPUs that call. */
  private static String group(ChakraNode node) {
    String name = node.texts().getOrDefault("pg_name", "");
    return name.isEmpty() ? GpuGraph.ALL : "pg-" + name.replaceAll("[^\\w.-]", "_");
  }

  private List<GpuGraph.Node> nodes(int gpu) {
    Map<Long, List<Integer>> places = new HashMap<>();
    List<GpuGraph.Node> nodes = new ArrayList<>();
    for (ChakraNode node : traces.get(gpu)) {
      List<Integer> after =
          node.after().stream()
              .flatMap(id -> places.getOrDefault(id, List.of()).stream())
              .distinct()
              .sorted()
              .toList();
      int first = nodes.size();
      nodes.addAll(isRooted(node) ? messages(gpu, node, after) : List.of(node(gpu, node, after)));
      List<Integer> made = IntStream.range(first, nodes.size()).boxed().toList();
      places.put(node.id(), made.isEmpty() ? after : made);
    }
    return nodes;
  }

  private static boolean isRooted(ChakraNode node) {
    long type = node.number("comm_type").orElse(-1L);
    return isCollective(node) && (type == GATHER || type == SCATTER);
  }

  /**
   * A gather or a scatter, as NCCL has them: sends and receives. The schema does not say where the
   * root is; it is the first GPU of the group. Of a scatter the root puts in what all get.
   */
  private List<GpuGraph.Node> messages(int gpu, ChakraNode node, List<Integer> after) {
    TreeSet<Integer> group = members.getOrDefault(group(node), new TreeSet<>());
    int root = group.first();
    boolean gathers = node.number("comm_type").orElse(-1L) == GATHER;
    long bytes = gathers ? size(gpu, node) : Math.max(1, size(gpu, node) / group.size());
    return group.stream()
        .filter(other -> other != gpu && (gpu == root || other == root))
        .map(other ->
            gathers == (gpu == root)
                ? (GpuGraph.Node) new GpuGraph.Receive(other, bytes, after)
                : new GpuGraph.Send(other, bytes, after))
        .toList();
  }

  private GpuGraph.Node node(int gpu, ChakraNode node, List<Integer> after) {
    if (isCollective(node)) {
      return call(gpu, node, after);
    }
    return switch (node.kind()) {
      case SEND -> new GpuGraph.Send(peer(gpu, node, "comm_dst"), size(gpu, node), after);
      case RECEIVE -> new GpuGraph.Receive(peer(gpu, node, "comm_src"), size(gpu, node), after);
      case MEMORY_LOAD, MEMORY_STORE -> {
        problems.warn(
            files.get(gpu),
            TextWord.NOWHERE,
            node.name(),
            "memory outside the GPU is not modeled; the node takes its recorded time",
            "no time: %d us".formatted(node.micros()));
        yield new GpuGraph.Compute(node.isOnCpu(), node.micros() * PS_PER_US, after);
      }
      default -> new GpuGraph.Compute(node.isOnCpu(), lasts(gpu, node), after);
    };
  }

  private long lasts(int gpu, ChakraNode node) {
    double operations = node.number("num_ops").orElse(0L);
    if (node.micros() > 0 || operations == 0) {
      return node.micros() * PS_PER_US;
    }
    if (flops == 0) {
      problems.error(
          files.get(gpu),
          TextWord.NOWHERE,
          node.name(),
          "node %d has a number of operations, but no duration".formatted(node.id()),
          "--tflops with the GPU's compute rate");
    }
    return Math.round(operations / Math.max(1, flops) * 1e12);
  }

  private int peer(int gpu, ChakraNode node, String attribute) {
    long peer = node.number(attribute).orElse(-1L);
    if (peer < 0 || peer >= traces.size()) {
      problems.error(
          files.get(gpu),
          TextWord.NOWHERE,
          attribute,
          "node %d refers to GPU %d, but there are traces of %d GPUs"
              .formatted(node.id(), peer, traces.size()),
          "0 to " + (traces.size() - 1));
      return 0;
    }
    return (int) peer;
  }

  private long size(int gpu, ChakraNode node) {
    Optional<Long> size = node.number("comm_size");
    if (size.isEmpty() || size.get() < 0) {
      problems.error(
          files.get(gpu),
          TextWord.NOWHERE,
          "comm_size",
          "node %d, %s, has no number of bytes".formatted(node.id(), node.name()),
          "a node with comm_size");
      return 1;
    }
    return Math.max(1, size.get());
  }

  /** {@code comm_size} is what each GPU puts in; nccl-tests counts the larger end. */
  private GpuGraph.Node call(int gpu, ChakraNode node, List<Integer> after) {
    String group = group(node);
    int size = members.getOrDefault(group, new TreeSet<>()).size();
    long type = node.number("comm_type").orElse(-1L);
    // CollectiveCommType of the schema.
    return switch ((int) type) {
      case 0 -> new GpuGraph.Call(group, Collective.ALL_REDUCE, size(gpu, node), after);
      case 1 -> new GpuGraph.Call(group, Collective.REDUCE, size(gpu, node), after);
      case 2 -> new GpuGraph.Call(group, Collective.ALL_GATHER, size(gpu, node) * size, after);
      case 5 -> new GpuGraph.Call(group, Collective.BROADCAST, size(gpu, node), after);
      case 6 -> new GpuGraph.Call(group, Collective.ALL_TO_ALL, size(gpu, node), after);
      case 7, 8 -> new GpuGraph.Call(group, Collective.REDUCE_SCATTER, size(gpu, node), after);
      case 9 -> new GpuGraph.Call(group, Collective.ALL_REDUCE, BARRIER, after);
      default -> {
        problems.error(
            files.get(gpu),
            TextWord.NOWHERE,
            "comm_type",
            "node %d, %s, is a collective of the unknown type %d"
                .formatted(node.id(), node.name(), type),
            "all-reduce 0, reduce 1, all-gather 2, gather 3, scatter 4, broadcast 5, all-to-all 6,"
                + " reduce-scatter 7 or 8, barrier 9");
        yield new GpuGraph.Compute(false, 0, after);
      }
    };
  }
}
