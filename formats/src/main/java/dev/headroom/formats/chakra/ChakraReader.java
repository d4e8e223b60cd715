package dev.headroom.formats.chakra;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.model.training.GpuGraph;
import dev.headroom.model.training.GraphText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of Chakra execution traces as a scenario: GPUs in machines on a non-blocking
 * rail-optimized fabric, which execute the traces.
 */
public final class ChakraReader {
  private static final Pattern NAME = Pattern.compile("(.*)\\.(\\d{1,6})\\.et");
  private static final int POD = 32;

  private ChakraReader() {}

  /**
   * On what the traces run.
   *
   * @param machine that the GPUs are in
   * @param perMachine how many of its GPUs take part; left out, all, or as many as there are traces
   * @param tflops what a GPU computes, in 10^12 operations a second, for nodes that do not say how
   *     long they take; 0 where nobody said
   */
  public record Target(Machine machine, Optional<Integer> perMachine, double tflops) {}

  /** Whether a file is named as such traces are. */
  public static boolean accepts(Path file) {
    return NAME.matcher(String.valueOf(file.getFileName())).matches();
  }

  /**
   * Reads the traces of all GPUs.
   *
   * @param file one of them; the others lie beside it
   * @param sets {@code key=value}, laid over what comes of it
   * @throws FormatException with everything that is wrong
   */
  public static ChakraInput read(Path file, Target target, List<String> sets) throws IOException {
    ProblemCollector problems = new ProblemCollector();
    List<Path> files = beside(file, problems);
    problems.throwIfFailed();
    List<List<ChakraNode>> traces = new ArrayList<>();
    for (Path each : files) {
      traces.add(ChakraTraceFile.read(each, problems));
    }
    if (!problems.failed() && traces.stream().allMatch(List::isEmpty)) {
      problems.error(
          file,
          TextWord.NOWHERE,
          "",
          files.size() == 1
              ? "this trace has no nodes"
              : "none of these %d traces has nodes".formatted(files.size()),
          "traces with nodes");
    }
    problems.throwIfFailed();
    int perMachine = perMachine(file, files.size(), target, problems);
    GpuGraph graph = ChakraGraph.of(files, traces, target.tflops() * 1e12, problems);
    problems.throwIfFailed();
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    String title = name.matches() ? name.group(1) : "";
    String yaml = yaml(title, graph, target.machine(), perMachine);
    return switch (ScenarioReader.read(
        yaml, file.toString(), sets, new ReferencedFiles(file)::text)) {
      case ScenarioReader.Good good -> new ChakraInput(good.scenario(), problems.warnings());
      case ScenarioReader.Bad bad -> throw new FormatException(bad.problems());
    };
  }

  /** The traces of GPUs 0, 1, 2, ... */
  private static List<Path> beside(Path file, ProblemCollector problems) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    List<Path> files = new ArrayList<>();
    if (name.matches()) {
      int asked = Integer.parseInt(name.group(2));
      for (int gpu = 0; ; gpu++) {
        Path each = file.resolveSibling(name.group(1) + "." + gpu + ".et");
        if (Files.isRegularFile(each)) {
          files.add(each);
        } else if (gpu <= asked) {
          problems.error(
              each,
              TextWord.NOWHERE,
              "",
              "the trace of GPU %d is missing".formatted(gpu),
              "the traces of all GPUs");
          break;
        } else {
          break;
        }
      }
    }
    return files;
  }

  private static int perMachine(Path file, int gpus, Target target, ProblemCollector problems) {
    int each = target.perMachine().orElse(Math.min(gpus, target.machine().gpus()));
    if (each < 1 || each > target.machine().gpus() || gpus % each != 0) {
      problems.error(
          file,
          TextWord.NOWHERE,
          "workload.perMachine",
          "%d GPUs do not divide into machines of %d GPUs; %s has %d"
              .formatted(gpus, each, target.machine().name(), target.machine().gpus()),
          "a divisor of that number");
    } else if (gpus == each) {
      problems.warn(
          file,
          TextWord.NOWHERE,
          "workload.perMachine",
          (gpus == 1 ? "the one GPU is" : "all %d GPUs are".formatted(gpus))
              + " in one machine, so there is no network traffic",
          "workload.perMachine=1 puts each GPU in a separate machine");
    }
    return each;
  }

  private static String yaml(String name, GpuGraph graph, Machine whole, int perMachine) {
    Machine machine = whole.first(perMachine);
    int machines = graph.gpus() / perMachine;
    int pod = Math.min(POD, machines);
    StringBuilder text = new StringBuilder();
    text.append("name: '").append(name.replace("'", "''")).append("'\n");
    text.append("fabric:\n  topology: rail-optimized\n");
    text.append("  servers: %d\n  rails: %d\n".formatted(machines, machine.rails().nics()));
    text.append("  serversPerPod: %d\n  spines: %d\n".formatted(pod, pod));
    text.append("  links: {rate: %s, cable: 30m}\n".formatted(machine.rails().nicRate()));
    text.append("congestion: dcqcn\n");
    text.append("workload:\n  type: graph\n  machine: %s\n".formatted(machine.name()));
    text.append("  perMachine: %d\n  graph: |\n".formatted(perMachine));
    GraphText.write(graph).lines().forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }
}
