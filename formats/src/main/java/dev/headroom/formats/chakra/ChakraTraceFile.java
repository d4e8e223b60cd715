package dev.headroom.formats.chakra;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UserFile;
import dev.headroom.unit.CountedNoun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.stream.Collectors;

/**
 * Trace file of one GPU: a message with global data, then one message for each node, each after its
 * length.
 */
final class ChakraTraceFile {
  private static final int MOST_NAMED = 8;

  private ChakraTraceFile() {}

  /**
   * Its nodes, so that none waits for a later one, and else by number, as they were recorded.
   *
   * @param problems told where the file is not such a trace
   */
  static List<ChakraNode> read(Path file, ProblemCollector problems) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(UserFile.bytes(file, UserFile.MOST_BY_PROGRAM));
    if (!bytes.hasRemaining()) {
      error(file, problems, "the file is empty");
      return List.of();
    }
    Map<Long, ChakraNode> nodes = new HashMap<>();
    int count = 0;
    try {
      while (bytes.hasRemaining()) {
        ProtobufMessage message = ProtobufMessage.delimited(bytes);
        if (count++ > 0) {
          ChakraNode node = ChakraNode.read(message);
          if (nodes.put(node.id(), node) != null) {
            error(file, problems, "node %d appears twice".formatted(node.id()));
          }
        }
      }
    } catch (ProtobufMessage.Malformed e) {
      error(
          file,
          problems,
          "message %d, before byte %d: %s"
              .formatted(count, bytes.position(), FailureMessage.of(e)));
      return List.of();
    }
    return ordered(file, nodes, problems);
  }

  private static void error(Path file, ProblemCollector problems, String what) {
    problems.error(file, TextWord.NOWHERE, "", what, "a Chakra execution trace");
  }

  private static List<ChakraNode> ordered(
      Path file, Map<Long, ChakraNode> nodes, ProblemCollector problems) {
    Map<Long, List<ChakraNode>> dependents = new HashMap<>();
    Map<Long, Integer> missing = new HashMap<>();
    PriorityQueue<ChakraNode> ready = new PriorityQueue<>(Comparator.comparingLong(ChakraNode::id));
    int absent = 0;
    for (ChakraNode node : nodes.values()) {
      for (long before : node.after()) {
        if (nodes.containsKey(before)) {
          dependents.computeIfAbsent(before, _ -> new ArrayList<>()).add(node);
          missing.merge(node.id(), 1, Integer::sum);
        } else {
          absent++;
        }
      }
      if (!missing.containsKey(node.id())) {
        ready.add(node);
      }
    }
    if (absent > 0) {
      problems.warn(
          file,
          TextWord.NOWHERE,
          "",
          "nodes depend %s on nodes that are missing in the trace"
              .formatted(CountedNoun.of(absent, "time")),
          "dependencies on missing nodes are ignored");
    }
    List<ChakraNode> ordered = new ArrayList<>();
    while (!ready.isEmpty()) {
      ChakraNode node = ready.remove();
      ordered.add(node);
      for (ChakraNode later : dependents.getOrDefault(node.id(), List.of())) {
        if (missing.merge(later.id(), -1, Integer::sum) == 0) {
          ready.add(later);
        }
      }
    }
    if (ordered.size() < nodes.size() && !problems.failed()) {
      ordered.forEach(node -> nodes.remove(node.id()));
      error(file, problems, circle(nodes));
    }
    return ordered;
  }

  /** One circle of nodes that each wait for another of them. */
  private static String circle(Map<Long, ChakraNode> nodes) {
    List<Long> way = new ArrayList<>();
    long at = nodes.keySet().stream().min(Long::compare).orElseThrow();
    while (!way.contains(at)) {
      way.add(at);
      at =
          Objects.requireNonNull(nodes.get(at)).after().stream()
              .filter(nodes::containsKey)
              .findFirst()
              .orElse(at);
    }
    List<Long> circle = way.subList(way.indexOf(at), way.size());
    return "%d nodes have circular dependencies, such as %s"
        .formatted(
            nodes.size(),
            circle.stream()
                .limit(MOST_NAMED)
                .map(String::valueOf)
                .collect(Collectors.joining(", ")));
  }
}
