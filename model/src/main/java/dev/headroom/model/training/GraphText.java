package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Text form of a GPU graph, a node a line:
 *
 * <pre>
 *   group dp0: 0,2,4,6               GPUs that call collectives together
 *   gpu 0..7                         what these GPUs do, up to the next such line
 *   compute 556us                    node 0
 *   cpu 3us                          node 1, on the CPU thread
 *   all all-reduce 16MiB after 0,1   a collective of a group, once these nodes are done
 *   send 4 128KiB after 2            to GPU 4
 *   receive 3 128KiB                 from GPU 3
 *   send +8 128KiB                   to the GPU 8 further on, round from the last to the first
 * </pre>
 *
 * <p>Nodes are numbered from 0, anew for each {@code gpu} line. Blank lines, and what follows a #,
 * mean nothing.
 */
public final class GraphText {
  private static final List<String> WORDS =
      List.of("gpu", "group", "compute", "cpu", "send", "receive");

  private final int gpus;
  private final Map<String, List<Integer>> groups = new LinkedHashMap<>();
  private final List<List<GpuGraph.Node>> nodes = new ArrayList<>();
  private List<Integer> at = List.of();

  /** What the GPUs at hand do: a node by the GPU that it is of. */
  private List<IntFunction<GpuGraph.Node>> open = new ArrayList<>();

  private GraphText(int gpus) {
    this.gpus = gpus;
    for (int gpu = 0; gpu < gpus; gpu++) {
      nodes.add(List.of());
    }
  }

  /**
   * Reads a graph.
   *
   * @param gpus how many there are
   * @throws GpuScript.BadLine that is the first
   */
  public static GpuGraph parse(String text, int gpus) {
    GraphText graph = new GraphText(gpus);
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      graph.read(i + 1, lines.get(i).replaceFirst("#.*", "").strip());
    }
    graph.close();
    return new GpuGraph(graph.groups, graph.nodes);
  }

  private void read(int line, String text) {
    if (text.isEmpty()) {
      return;
    }
    String[] words = text.split("\\s+");
    switch (words[0]) {
      case "gpu" -> {
        close();
        at = numbers(line, word(line, words, 1), gpus, "GPU");
      }
      case "group" -> group(line, text);
      default -> node(line, words);
    }
  }

  private void close() {
    for (int gpu : at) {
      nodes.set(gpu, open.stream().map(node -> node.apply(gpu)).toList());
    }
    open = new ArrayList<>();
  }

  private void group(int line, String text) {
    String[] parts = text.substring("group".length()).split(":", 2);
    String name = parts[0].strip();
    if (parts.length < 2 || !name.matches("\\S+") || WORDS.contains(name)) {
      throw new GpuScript.BadLine(line, "this line names no group", "such as: group dp0: 0,2,4,6");
    }
    groups.put(name, numbers(line, parts[1].strip(), gpus, "GPU"));
  }

  private void node(int line, String[] words) {
    if (at.isEmpty()) {
      throw new GpuScript.BadLine(line, "this line has no GPU", "a line such as: gpu 0..7");
    }
    List<Integer> after = after(line, words);
    open.add(
        switch (words[0]) {
          case "compute" -> same(new GpuGraph.Compute(false, time(line, words), after));
          case "cpu" -> same(new GpuGraph.Compute(true, time(line, words), after));
          case "send" -> {
            IntUnaryOperator to = peer(line, words);
            long bytes = size(line, words);
            yield own -> new GpuGraph.Send(to.applyAsInt(own), bytes, after);
          }
          case "receive" -> {
            IntUnaryOperator from = peer(line, words);
            long bytes = size(line, words);
            yield own -> new GpuGraph.Receive(from.applyAsInt(own), bytes, after);
          }
          default ->
              same(
                  new GpuGraph.Call(
                      known(line, words[0]), collective(line, words), size(line, words), after));
        });
  }

  private static IntFunction<GpuGraph.Node> same(GpuGraph.Node node) {
    return gpu -> node;
  }

  private String known(int line, String name) {
    List<String> names = new ArrayList<>(groups.keySet());
    names.add(GpuGraph.ALL);
    if (!names.contains(name)) {
      names.addAll(0, WORDS);
      throw new GpuScript.BadLine(
          line,
          "'%s' is neither a node nor a group%s"
              .formatted(name, SpellingSuggestion.hint(name, names)),
          "one of " + String.join(", ", names));
    }
    return name;
  }

  private static Collective collective(int line, String[] words) {
    String name = word(line, words, 1);
    return Collective.named(name)
        .filter(each -> each != Collective.SEND_RECV)
        .orElseThrow(() ->
            new GpuScript.BadLine(
                line,
                "'%s' is not a collective%s"
                    .formatted(name, SpellingSuggestion.hint(name, Collective.words())),
                "such as all-reduce"));
  }

  private List<Integer> after(int line, String[] words) {
    int place = Arrays.asList(words).indexOf("after");
    int expected = words[0].equals("compute") || words[0].equals("cpu") ? 2 : 3;
    if (place < 0 && words.length == expected) {
      return List.of();
    }
    if (place != expected || words.length != place + 2) {
      throw new GpuScript.BadLine(
          line,
          "unexpected text at the end of the line",
          "such as: all all-reduce 16MiB after 0,1, or compute 5us");
    }
    return numbers(line, words[place + 1], open.size(), "node before this one");
  }

  /**
   * A GPU by its number, or so many behind or before one's own, round from the last to the first.
   */
  private IntUnaryOperator peer(int line, String[] words) {
    String word = word(line, words, 1);
    if (word.matches("[+-][0-9]{1,8}")) {
      int distance = Integer.parseInt(word);
      if (distance % gpus == 0) {
        throw new GpuScript.BadLine(
            line,
            "'%s' is the GPU itself".formatted(word),
            "such as +1, of %d GPUs".formatted(gpus));
      }
      return own -> Math.floorMod(own + distance, gpus);
    }
    int gpu = numbers(line, word, gpus, "GPU").getFirst();
    return own -> gpu;
  }

  /** Numbers and ranges: {@code 0..3,7}. */
  private static List<Integer> numbers(int line, String text, int below, String what) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!part.strip().matches("[0-9]{1,8}([.]{2}[0-9]{1,8})?")) {
        throw new GpuScript.BadLine(
            line, "'%s' is not a list of numbers".formatted(text), "such as 0..3,7");
      }
      String[] ends = part.strip().split("[.]{2}", 2);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (first > last || last >= below) {
        throw new GpuScript.BadLine(
            line,
            "there is no %s %d".formatted(what, Math.max(first, last)),
            below == 0 ? "omit 'after'" : "0 to " + (below - 1));
      }
      IntStream.rangeClosed(first, last).forEach(numbers::add);
    }
    return numbers;
  }

  private static String word(int line, String[] words, int at) {
    if (at >= words.length) {
      throw new GpuScript.BadLine(
          line, "the line ends too early", "such as: send 4 128KiB, all all-reduce 16MiB");
    }
    return words[at];
  }

  private static long time(int line, String[] words) {
    try {
      String time = word(line, words, 1);
      return GpuScript.notNegative(line, time, Time.parse(time).ps());
    } catch (UnitException e) {
      throw new GpuScript.BadLine(line, Objects.toString(e.getMessage()), "a time such as 556us");
    }
  }

  private static long size(int line, String[] words) {
    try {
      String size = word(line, words, 2);
      return GpuScript.notNegative(line, size, Size.parse(size).bytes());
    } catch (UnitException e) {
      throw new GpuScript.BadLine(line, Objects.toString(e.getMessage()), "a size such as 16MiB");
    }
  }

  /** Writes a graph so that it reads back the same; GPUs that do the same together. */
  public static String write(GpuGraph graph) {
    StringBuilder text = new StringBuilder();
    graph.groups().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(group ->
            text.append("group ")
                .append(group.getKey())
                .append(": ")
                .append(joined(group.getValue()))
                .append('\n'));
    Map<List<GpuGraph.Node>, List<Integer>> alike = new LinkedHashMap<>();
    for (int gpu = 0; gpu < graph.gpus(); gpu++) {
      alike.computeIfAbsent(graph.nodes().get(gpu), _ -> new ArrayList<>()).add(gpu);
    }
    alike.forEach((nodes, gpus) -> {
      text.append("gpu ").append(joined(gpus)).append('\n');
      nodes.forEach(node -> {
        text.append(words(node));
        text.append(node.after().isEmpty() ? "" : " after " + joined(node.after())).append('\n');
      });
    });
    return text.toString();
  }

  private static String words(GpuGraph.Node node) {
    return switch (node) {
      case GpuGraph.Compute compute ->
          (compute.onCpu() ? "cpu " : "compute ") + new Time(compute.ps());
      case GpuGraph.Call call ->
          "%s %s %s".formatted(call.group(), call.collective().word(), new Size(call.bytes()));
      case GpuGraph.Send send -> "send %d %s".formatted(send.to(), new Size(send.bytes()));
      case GpuGraph.Receive receive ->
          "receive %d %s".formatted(receive.from(), new Size(receive.bytes()));
    };
  }

  /** Runs of three or more as ranges. */
  private static String joined(List<Integer> numbers) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      int end = i;
      while (end + 1 < numbers.size() && numbers.get(end + 1) == numbers.get(end) + 1) {
        end++;
      }
      if (end - i >= 2) {
        parts.add(numbers.get(i) + ".." + numbers.get(end));
        i = end;
      } else {
        parts.add(numbers.get(i).toString());
      }
    }
    return parts.stream().collect(Collectors.joining(","));
  }
}
