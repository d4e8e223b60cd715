package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.SmallCapture;
import dev.headroom.collect.bundle.BundleWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folder in which commands of the docs run. It holds the examples, made smaller, and small files of
 * the names that docs use for files of the reader: {@code config.txt}, {@code trace.0.et}, {@code
 * node7}. Each page writes to a folder of its own.
 */
final class DocsWorkspace {
  /** Options whose value is a file or folder that the command writes. */
  static final Set<String> OUTPUTS =
      Set.of("-o", "--out", "--html", "--fix-script", "--sarif", "--junit", "--prometheus");

  private static final Pattern SHORT_NAME = Pattern.compile("[A-Z]\\.[a-z]+");

  /** An execution trace of Chakra: an all-reduce of 1 MiB. */
  private static final String ALL_REDUCE =
      "070a05302e302e344a08031214616c6c5f7265647563655f386e7075735f314d4218"
          + "07520e0a0969735f6370755f6f70d80100520d0a09636f6d6d5f747970654800520f"
          + "0a09636f6d6d5f73697a6548808040";

  /** Keys of a sweep. */
  private static final String SPACE =
      """
      knobs:
        - {knob: congestion.kmin, from: 50KB, to: 300KB}
        - {knob: congestion.pmax, from: 0.05, to: 0.5, levels: 4}
        - {knob: congestion, values: [dcqcn, swift]}
      """;

  /** Change of an example that shortens its run: a regular expression, and its replacement. */
  private record Reduction(String file, String from, String to) {}

  private static final List<Reduction> REDUCTIONS =
      List.of(
          new Reduction("allreduce-64.yaml", "64MiB", "8MiB"),
          new Reduction("nccl-64.yaml", "64MiB", "8MiB"),
          new Reduction("nic-allreduce.yaml", "64MiB", "8MiB"),
          new Reduction("training-64.yaml", "(microBatches|layers): 4", "$1: 1"),
          new Reduction("training-64.yaml", "hidden: 4096", "hidden: 1024"),
          new Reduction("two-jobs.yaml", "layers: 4, hidden: 2048", "layers: 1, hidden: 512"),
          new Reduction("inference.yaml", "requests: 24", "requests: 4"),
          new Reduction("kv-pages.yaml", "prompt: 2048", "prompt: 256"),
          new Reduction("registration-cache.yaml", "512MiB", "32MiB"),
          new Reduction("slow-job/all_reduce.txt", "\n +(268435456|1073741824) .*", ""));

  private final Path folder;
  private final Path files;

  DocsWorkspace(Path folder) throws IOException {
    this.folder = folder;
    files = Files.createDirectory(folder.resolve("files"));
    copyExamples();
    writeHosts();
    writeJob();
    Files.writeString(files.resolve("space.yaml"), SPACE);
    writeInputsOfSimulators();
    SmallCapture.write(files.resolve("trace.pcapng"), 1, 2, 3);
    Files.copy(files.resolve("trace.pcapng"), files.resolve("trace.pcap"));
    Files.copy(files.resolve("examples/incast-16.yaml"), files.resolve("a.yaml"));
    Files.copy(files.resolve("examples/pair.yaml"), files.resolve("b.yaml"));
  }

  /** The file or folder of that name, of the page or of the workspace. */
  Optional<Path> existing(String page, String name) {
    return Stream.of(output(page, name), files.resolve(name)).filter(Files::exists).findFirst();
  }

  /** The place of a file that a command of the page writes. */
  Path output(String page, String name) {
    return folder.resolve(page.replaceAll("[^A-Za-z0-9]+", "-")).resolve(name);
  }

  /** Whether a command names, after its own name, a file or folder that exists. */
  boolean namesAFile(ShownCommand shown) {
    return shown.command().arguments().stream()
        .skip(1)
        .anyMatch(word -> !word.startsWith("-") && existing(shown.page(), word).isPresent());
  }

  /**
   * Whether a word stands for a value of the reader. In a block of code {@code X.cm} is a file: of
   * the workspace, or of an earlier command.
   */
  boolean hasPlaceholder(ShownCommand shown) {
    String before = "";
    for (String word : shown.command().arguments()) {
      boolean isFile =
          OUTPUTS.contains(before)
              || existing(shown.page(), word).isPresent()
              || (shown.form() == ShownCommand.Form.BLOCK && SHORT_NAME.matcher(word).matches());
      if (CommandModel.isPlaceholder(word) && !isFile) {
        return true;
      }
      before = word;
    }
    return false;
  }

  /** Whether a command writes a file or folder that it names. */
  static boolean writes(ShellCommand command) {
    return command.output().isPresent() || command.words().stream().anyMatch(OUTPUTS::contains);
  }

  private void copyExamples() throws IOException {
    copy(DocsPages.ROOT.resolve("examples"), files.resolve("examples"));
    for (Reduction each : REDUCTIONS) {
      Path example = files.resolve("examples").resolve(each.file());
      String whole = Files.readString(example);
      String small = whole.replaceAll(each.from(), each.to());
      assertThat(small).as(each.file()).isNotEqualTo(whole);
      Files.writeString(example, small);
    }
    copy(files.resolve("examples/rules"), files.resolve("our-rules"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** A server in order, as a folder and as bundles, and a switch. */
  private void writeHosts() throws IOException {
    Path audited = DocsPages.ROOT.resolve("audit/src/test/resources/dev/headroom/audit");
    Path healthy = audited.resolve("healthy");
    List<Path> texts;
    try (Stream<Path> all = Files.list(healthy)) {
      texts = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (String name : List.of("node7", "node8", "before", "after")) {
      Path node = Files.createDirectory(files.resolve(name));
      for (Path text : texts) {
        Files.copy(text, node.resolve(text.getFileName()));
      }
    }
    Path bundles = Files.createDirectory(files.resolve("bundles"));
    for (Path bundle :
        List.of(
            files.resolve("node7.tar.zst"),
            files.resolve("node8.tar.zst"),
            files.resolve("bundle.tar.zst"),
            bundles.resolve("node7.tar.zst"),
            bundles.resolve("node8.tar.zst"))) {
      String host = bundle.getFileName().toString().replaceFirst("\\..*", "");
      try (BundleWriter writer = BundleWriter.create(bundle, 1_790_000_000L)) {
        for (Path text : texts) {
          writer.add("headroom-" + host + "/" + text.getFileName(), Files.readAllBytes(text));
        }
        writer.commit();
      }
    }
    copy(audited.resolve("switch"), files.resolve("leaf1"));
    Files.copy(healthy.resolve("lspci.txt"), files.resolve("lspci.txt"));
    Files.copy(healthy.resolve("ibv_devinfo.txt"), files.resolve("ibstat.txt"));
  }

  /** The output of a slow job. */
  private void writeJob() throws IOException {
    Path job = files.resolve("examples/slow-job");
    for (String name : List.of("all_reduce.txt", "slurm-4711.out")) {
      Files.copy(job.resolve("all_reduce.txt"), files.resolve(name));
    }
    for (String name : List.of("nccl.log", "train.log", "train-node7.log")) {
      Files.copy(job.resolve("nccl.log"), files.resolve(name));
    }
  }

  private void writeInputsOfSimulators() throws IOException {
    Files.writeString(
        files.resolve("config.txt"),
        """
        TOPOLOGY_FILE topology.txt
        FLOW_FILE two-flows.txt
        CC_MODE 1
        ENABLE_QCN 1
        HAS_WIN 0
        L2_ACK_INTERVAL 1
        EWMA_GAIN 0.00390625
        RP_TIMER 300
        RATE_AI 20Mb/s
        RATE_HAI 200Mb/s
        MIN_RATE 1000Mb/s
        KMAX_MAP 1 100000000000 1600
        KMIN_MAP 1 100000000000 400
        PMAX_MAP 1 100000000000 0.20
        BUFFER_SIZE 32
        SIMULATOR_STOP_TIME 4.0
        """);
    Files.writeString(
        files.resolve("topology.txt"),
        """
        4 1 3
        3
        0 3 100Gbps 1000ns 0
        1 3 100Gbps 1000ns 0
        2 3 100Gbps 1000ns 0
        """);
    Files.writeString(
        files.resolve("two-flows.txt"), "2\n0 2 3 100 100000 2.0\n1 2 3 100 100000 2.0\n");
    for (int gpu = 0; gpu < 8; gpu++) {
      Files.write(files.resolve("trace." + gpu + ".et"), HexFormat.of().parseHex(ALL_REDUCE));
    }
    Files.writeString(
        files.resolve("workload.txt"),
        """
        HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 all_gpus: 16
        1
        layer -1 1000 ALLGATHER 65536 2000 REDUCESCATTER 65536 3000 REDUCESCATTER 65536 100
        """);
    Files.writeString(
        files.resolve("X.cm"),
        """
        Nodes 4
        Connections 2
        0->2 id 1 start 0 size 100000
        1->3 id 2 start 0 size 100000
        """);
    Files.writeString(
        files.resolve("Y.topo"),
        """
        Nodes 4
        Tiers 2
        Podsize 4
        Tier 0
        Downlink_speed_Gbps 100
        Radix_Down 2
        Radix_Up 2
        Downlink_Latency_ns 1000
        Tier 1
        Downlink_speed_Gbps 100
        Radix_Down 2
        Downlink_Latency_ns 1000
        """);
  }
}
