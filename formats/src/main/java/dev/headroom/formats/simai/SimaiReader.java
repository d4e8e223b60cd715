package dev.headroom.formats.simai;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.model.text.UserFile;
import dev.headroom.model.training.GpuOperation;
import dev.headroom.model.training.GpuScript;
import dev.headroom.model.training.GroupKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reader of a SimAI workload file as a scenario: GPUs in machines on a non-blocking rail-optimized
 * fabric, which execute the file.
 */
public final class SimaiReader {
  private static final int MACHINES = 8;
  private static final int POD = 32;

  /** Bytes in which the first word stands. */
  private static final int BEGINNING = 4_096;

  private SimaiReader() {}

  /** Whether a file begins as such files do. */
  public static boolean accepts(Path file) throws IOException {
    String start = UserFile.beginning(file, BEGINNING);
    String first = start.lines().findFirst().orElse("").strip().split("\\s+", 2)[0];
    return first.equals(SimaiWorkloadReader.MODEL)
        || first.equals(SimaiWorkloadReader.MODEL_WITHOUT_CHECKPOINTS)
        || first.equals(SimaiWorkloadReader.MICRO);
  }

  /**
   * Reads a file.
   *
   * @param machine that the GPUs are in
   * @param gpus how many; left out, as many as the file says, or eight machines
   * @param sets {@code key=value}, laid over what comes of it
   * @throws FormatException with everything that is wrong
   */
  public static SimaiInput read(
      Path file, Machine machine, Optional<Integer> gpus, List<String> sets) throws IOException {
    ProblemCollector problems = new ProblemCollector();
    Optional<SimaiWorkload> read = SimaiWorkloadReader.read(file, problems);
    problems.throwIfFailed();
    SimaiWorkload workload = read.orElseThrow();
    int all = gpus.orElseGet(() -> workload.gpus().orElse(MACHINES * machine.gpus()));
    Cluster cluster = cluster(file, machine, all, problems);
    problems.throwIfFailed();
    leftOut(file, workload, all, problems);
    String name = String.valueOf(file.getFileName());
    return switch (ScenarioReader.read(
        yaml(name, workload, cluster), file.toString(), sets, new ReferencedFiles(file)::text)) {
      case ScenarioReader.Good good -> new SimaiInput(good.scenario(), problems.warnings());
      case ScenarioReader.Bad bad -> throw new FormatException(bad.problems());
    };
  }

  private static Cluster cluster(Path file, Machine machine, int gpus, ProblemCollector problems) {
    try {
      return Cluster.ofGpus(machine, gpus, false);
    } catch (IllegalArgumentException e) {
      problems.error(
          file,
          TextWord.NOWHERE,
          "all_gpus",
          String.valueOf(e.getMessage()),
          "another number of GPUs");
      return new Cluster(machine, 1, false);
    }
  }

  /** Groups of one GPU have nobody to talk to: SimAI skips their calls, and so do we. */
  private static void leftOut(
      Path file, SimaiWorkload workload, int gpus, ProblemCollector problems) {
    int replicas = Math.max(1, gpus / workload.tensor());
    for (GpuOperation operation : workload.operations()) {
      if (operation instanceof GpuOperation.Start start) {
        GroupKind kind = start.kind();
        int size =
            switch (kind) {
              case TENSOR -> workload.tensor();
              case DATA -> replicas;
              case EXPERT -> workload.expert();
              case EXPERT_DATA -> replicas / workload.expert();
              default -> gpus;
            };
        if (size < 2) {
          problems.warn(
              file,
              TextWord.NOWHERE,
              kind.word(),
              "calls of groups of one GPU are omitted",
              "as in SimAI: a %s group has one GPU here".formatted(kind.word()));
          return;
        }
      }
    }
  }

  private static String yaml(String name, SimaiWorkload workload, Cluster cluster) {
    Machine machine = cluster.machine();
    int pod = Math.min(POD, cluster.machines());
    StringBuilder text = new StringBuilder();
    text.append("name: '").append(name.replace("'", "''")).append("'\n");
    text.append("fabric:\n  topology: rail-optimized\n");
    text.append(
        "  servers: %d\n  rails: %d\n".formatted(cluster.machines(), machine.rails().nics()));
    text.append("  serversPerPod: %d\n  spines: %d\n".formatted(pod, pod));
    text.append("  links: {rate: %s, cable: 30m}\n".formatted(machine.rails().nicRate()));
    text.append("congestion: dcqcn\n");
    text.append("workload:\n  type: steps\n  machine: %s\n".formatted(machine.name()));
    text.append("  tensor: %d\n".formatted(workload.tensor()));
    text.append("  expert: %d\n  script: |\n".formatted(workload.expert()));
    GpuScript.write(workload.operations())
        .lines()
        .forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }
}
