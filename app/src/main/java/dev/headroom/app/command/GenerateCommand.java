package dev.headroom.app.command;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.NotExpressibleException;
import dev.headroom.formats.hpcc.HpccFlowWriter;
import dev.headroom.formats.htsim.ConnectionMatrixWriter;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.model.yaml.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom generate}: seeded workloads, also in the formats of other simulators, so
 * that they can run the same.
 *
 * <p>The command line becomes a scenario, which the scenario reader checks; whatever the format,
 * the flows are those that a run of this scenario would send.
 */
@Command(
    name = "generate",
    description = "Generate a workload for Headroom or another simulator.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom generate permutation --hosts 1024 --size 2MB --as htsim -o X.cm",
      "  headroom generate incast --hosts 32 --fan-in 16 --size 1MB --as hpcc \\",
      "      -o flow.txt",
      "  headroom generate poisson --hosts 320 --load 0.3 --sizes WebSearch \\",
      "      --duration 10ms --as yaml -o S.yaml"
    })
final class GenerateCommand implements Callable<Integer> {
  /** What may be written. */
  enum Format {
    HTSIM,
    HPCC,
    YAML
  }

  private static final int MOST_HOSTS_PER_LEAF = 64;
  private static final int MOST_HOSTS_OF_ONE_SWITCH = 4_096;
  private static final int MOST_LEAVES = 4_096;

  @Parameters(
      paramLabel = "WORKLOAD",
      description = "permutation, incast, poisson, all-to-all, all-reduce, ...")
  private String workload;

  @Option(names = "--hosts", required = true, paramLabel = "N", description = "Number of hosts.")
  private int hosts;

  @Option(names = "--size", paramLabel = "SIZE", description = "Payload, such as 2MB.")
  private @Nullable String size;

  @Option(names = "--fan-in", paramLabel = "N", description = "incast: number of senders.")
  private @Nullable String fanIn;

  @Option(names = "--flows", paramLabel = "N", description = "incast: number of flows per sender.")
  private @Nullable String flows;

  @Option(
      names = "--load",
      paramLabel = "SHARE",
      description = "poisson: load as a share of the link rate.")
  private @Nullable String load;

  @Option(
      names = "--sizes",
      paramLabel = "NAME",
      description = "poisson: WebSearch, ..., or file:NAME with lines of SIZE PERCENT.")
  private @Nullable String sizes;

  @Option(names = "--duration", paramLabel = "TIME", description = "poisson: duration of arrivals.")
  private @Nullable String duration;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any other key of the workload, such as workload.stagger=1us.")
  private List<String> sets = List.of();

  @Option(
      names = "--linkspeed",
      defaultValue = "100Gbps",
      paramLabel = "RATE",
      description = "Rate of the hosts' links. Default: 100Gbps.")
  private String linkSpeed;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Seed of random draws. Default: 1.")
  private long seed;

  @Option(
      names = "--as",
      required = true,
      paramLabel = "FORMAT",
      description = "Output format: htsim (a .cm), hpcc (a flow file) or yaml (a scenario).")
  private Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Output file. Default: standard output.")
  private @Nullable Path output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    String yaml = yaml();
    String text = text(yaml, scenario(yaml));
    if (output == null) {
      spec.commandLine().getOut().print(text);
    } else {
      AtomicWriter.write(output, text);
    }
    return ExitCodes.CLEAN;
  }

  private String text(String yaml, Scenario scenario) throws IOException {
    StringBuilder text = new StringBuilder();
    if (format != Format.YAML && !scenario.flows().schedules().isEmpty()) {
      throw new BadInputException(
          "nccl: the start times of its flows result from the run itself; write it --as yaml");
    }
    try {
      switch (format) {
        case HTSIM -> ConnectionMatrixWriter.write(scenario.flows(), hosts, text);
        case HPCC -> HpccFlowWriter.write(scenario.flows(), host -> host, text);
        case YAML -> text.append(yaml);
      }
    } catch (NotExpressibleException e) {
      throw new BadInputException(
          e.getMessage() == null ? "this cannot be written" : e.getMessage(), e);
    }
    return text.toString();
  }

  private Scenario scenario(String yaml) {
    return switch (ScenarioReader.read(yaml, "generate", List.of(), ReferencedFiles.HERE::text)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new BadInputException(
              bad.problems().stream()
                  .map(problem -> asTyped(problem).toString())
                  .collect(Collectors.joining("\n")));
    };
  }

  /** Keys and lines of a text that the user never saw help nobody: what was typed does. */
  private Problem asTyped(Problem problem) {
    String typed =
        switch (problem.key()) {
          case "workload", "workload.type" -> workload;
          case "fabric.links.rate" -> "--linkspeed " + linkSpeed;
          case "run.seed" -> "--seed " + seed;
          case "workload.hosts" -> "--hosts " + hosts;
          default ->
              parameters().stream()
                  .filter(parameter -> problem.key().equals("workload." + parameter.key()))
                  .map(Parameter::typed)
                  .findFirst()
                  .orElse(problem.key());
        };
    return new Problem(typed, 0, 0, "", problem.what(), problem.right());
  }

  // --- the scenario -----------------------------------------------------------------------------

  private String yaml() {
    StringBuilder text = new StringBuilder();
    text.append("name: ").append(quoted(workload + "-" + hosts)).append('\n');
    text.append("fabric:\n").append(fabric());
    text.append("  links: {rate: ").append(quoted(linkSpeed)).append("}\n");
    text.append("workload:\n  type: ").append(quoted(workload)).append('\n');
    for (Parameter parameter : parameters()) {
      text.append("  %s: %s\n".formatted(parameter.key(), quoted(parameter.value())));
    }
    text.append("run: {seed: ").append(seed).append("}\n");
    return text.toString();
  }

  /** Where it is to run matters to the flows only by its number of hosts. */
  private String fabric() {
    if (hosts < 1) {
      throw new BadInputException("--hosts " + hosts + ": at least 1 host is needed");
    }
    int perLeaf = MOST_HOSTS_PER_LEAF;
    while (hosts % perLeaf != 0) {
      perLeaf--;
    }
    if (hosts <= MOST_HOSTS_PER_LEAF || (perLeaf == 1 && hosts <= MOST_HOSTS_OF_ONE_SWITCH)) {
      return "  topology: single\n  hosts: %d\n".formatted(hosts);
    }
    if (hosts / perLeaf > MOST_LEAVES) {
      throw new BadInputException(
          "--hosts %d: this number cannot be divided into leaves of at most %d hosts each, with at most %d leaves; use a multiple of %d up to %d"
              .formatted(
                  hosts,
                  MOST_HOSTS_PER_LEAF,
                  MOST_LEAVES,
                  MOST_HOSTS_PER_LEAF,
                  MOST_HOSTS_PER_LEAF * MOST_LEAVES));
    }
    return "  topology: leaf-spine\n  leaves: %d\n  hostsPerLeaf: %d\n  spines: %d\n"
        .formatted(hosts / perLeaf, perLeaf, perLeaf);
  }

  /**
   * What the workload takes, as it was given.
   *
   * @param key of {@code workload}
   * @param typed the option with its value
   */
  private record Parameter(String key, String value, String typed) {}

  private List<Parameter> parameters() {
    List<Parameter> given = new ArrayList<>();
    put(given, "size", "--size", size);
    put(given, "fanIn", "--fan-in", fanIn);
    put(given, "flows", "--flows", flows);
    put(given, "load", "--load", load);
    put(given, "sizes", "--sizes", sizes);
    put(given, "duration", "--duration", duration);
    for (String set : sets) {
      int equals = set.indexOf('=');
      if (!set.startsWith("workload.") || equals < 0) {
        throw new BadInputException(
            "--set " + set + ": write a key of the workload, such as workload.stagger=1us");
      }
      String key = set.substring("workload.".length(), equals);
      given.removeIf(before -> before.key().equals(key));
      given.add(new Parameter(key, set.substring(equals + 1), "--set " + set));
    }
    return given;
  }

  private static void put(
      List<Parameter> given, String key, String option, @Nullable String value) {
    if (value != null) {
      given.add(new Parameter(key, value, option + " " + value));
    }
  }

  /** As it stands where YAML takes it for nothing else. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9._/-]+") ? text : "'" + text.replace("'", "''") + "'";
  }
}
