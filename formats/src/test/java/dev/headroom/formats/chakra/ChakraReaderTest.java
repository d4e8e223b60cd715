package dev.headroom.formats.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.formats.FormatException;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.training.GpuGraph;
import dev.headroom.model.training.GraphSchedule;
import dev.headroom.model.training.GraphText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChakraReaderTest {
  private static final int COMPUTE = 4;
  private static final int SEND = 5;
  private static final int RECEIVE = 6;
  private static final int COLLECTIVE = 7;

  /** As astra-sim's generator of small examples writes an all-reduce of 1 MiB. */
  private static final String ALL_REDUCE =
      "070a05302e302e344a08031214616c6c5f7265647563655f386e7075735f314d4218"
          + "07520e0a0969735f6370755f6f70d80100520d0a09636f6d6d5f747970654800520f"
          + "0a09636f6d6d5f73697a6548808040";

  @TempDir private Path folder;

  private ChakraInput read(int perMachine, String... sets) throws IOException {
    return ChakraReader.read(
        folder.resolve("t.0.et"),
        new ChakraReader.Target(
            MachineCatalogue.named("dgx-h100").orElseThrow(), Optional.of(perMachine), 100),
        List.of(sets));
  }

  private static String graph(ChakraInput input) {
    ScheduledFlows flows = (ScheduledFlows) input.scenario().flows();
    return GraphText.write(((GraphSchedule) flows.schedule()).graph());
  }

  @Test
  void shouldReadWhatGeneratorsWrite() throws IOException {
    for (int gpu = 0; gpu < 8; gpu++) {
      Files.write(folder.resolve("t." + gpu + ".et"), HexFormat.of().parseHex(ALL_REDUCE));
    }
    assertThat(graph(read(1))).isEqualTo("gpu 0..7\nall all-reduce 1MiB\n");
    assertThat(read(1).warnings()).isEmpty();
    assertThat(read(8).warnings()).anyMatch(each -> each.what().contains("in one machine"));
  }

  @Test
  void shouldTakeWhatEachKindOfNodeSays() throws IOException {
    for (int gpu = 0; gpu < 4; gpu++) {
      TraceWriter trace =
          new TraceWriter()
              .node(
                  9,
                  COLLECTIVE,
                  List.of(4L),
                  7,
                  "comm_type",
                  2,
                  "comm_size",
                  1000,
                  "pg_name",
                  "p" + gpu % 2)
              .node(4, COMPUTE, List.of(2L), 5)
              .node(2, COMPUTE, List.of(), 3, "is_cpu_op", true)
              .node(11, COLLECTIVE, List.of(9L), 8, "is_cpu_op", true)
              .node(12, COMPUTE, List.of(9L), 0, "num_ops", 1_000_000_000L);
      if (gpu < 2) {
        trace.node(20, SEND, List.of(12L, 11L), 0, "comm_dst", gpu + 2, "comm_size", 4096);
      } else {
        trace.node(20, RECEIVE, List.of(), 0, "comm_src", gpu - 2, "comm_size", 4096);
      }
      trace.to(folder.resolve("t." + gpu + ".et"));
    }
    // By number where nothing else decides; all-gather by what comes of it; 10^9 at 100 TFLOPS.
    assertThat(graph(read(1)))
        .isEqualTo(
            """
            group pg-p0: 0,2
            group pg-p1: 1,3
            gpu 0
            cpu 3us
            compute 5us after 0
            pg-p0 all-gather 2KB after 1
            cpu 8us after 2
            compute 10us after 2
            send 2 4KiB after 3,4
            gpu 1
            cpu 3us
            compute 5us after 0
            pg-p1 all-gather 2KB after 1
            cpu 8us after 2
            compute 10us after 2
            send 3 4KiB after 3,4
            gpu 2
            cpu 3us
            compute 5us after 0
            pg-p0 all-gather 2KB after 1
            cpu 8us after 2
            compute 10us after 2
            receive 0 4KiB
            gpu 3
            cpu 3us
            compute 5us after 0
            pg-p1 all-gather 2KB after 1
            cpu 8us after 2
            compute 10us after 2
            receive 1 4KiB
            """);
  }

  /** To and from the first of the group; what waits for them waits for all their messages. */
  @Test
  void shouldGatherAndScatterByMessages() throws IOException {
    for (int gpu = 0; gpu < 3; gpu++) {
      new TraceWriter()
          .node(1, COLLECTIVE, List.of(), 0, "comm_type", 3, "comm_size", 1000)
          .node(2, COMPUTE, List.of(1L), 5)
          .node(3, COLLECTIVE, List.of(2L), 0, "comm_type", 4, "comm_size", 3000)
          .node(4, COMPUTE, List.of(3L), 6)
          .to(folder.resolve("t." + gpu + ".et"));
    }
    assertThat(graph(read(1)))
        .isEqualTo(
            """
            gpu 0
            receive 1 1KB
            receive 2 1KB
            compute 5us after 0,1
            send 1 1KB after 2
            send 2 1KB after 2
            compute 6us after 3,4
            gpu 1,2
            send 0 1KB
            compute 5us after 0
            receive 0 1KB after 1
            compute 6us after 2
            """);
  }

  @Test
  void shouldSayWhatIsWrong() throws IOException {
    new TraceWriter()
        .node(1, COLLECTIVE, List.of(), 0, "comm_type", 10, "comm_size", 8)
        .node(2, SEND, List.of(77L), 0, "comm_dst", 5, "comm_size", 8)
        .node(3, COLLECTIVE, List.of(), 0, "comm_type", 0)
        .to(folder.resolve("t.0.et"));
    new TraceWriter().node(1, COMPUTE, List.of(), 5).to(folder.resolve("t.1.et"));
    assertThatThrownBy(() -> read(1))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("node 1, node 1, is a collective of the unknown type 10")
        .hasMessageContaining("node 2 refers to GPU 5, but there are traces of 2 GPUs")
        .hasMessageContaining("node 3, node 3, has no number of bytes");
    new TraceWriter()
        .node(1, COMPUTE, List.of(3L), 5)
        .node(2, COMPUTE, List.of(), 5)
        .node(3, COMPUTE, List.of(1L), 5)
        .to(folder.resolve("t.0.et"));
    assertThatThrownBy(() -> read(1))
        .hasMessageContaining("2 nodes have circular dependencies, such as 1, 3");
    Files.delete(folder.resolve("t.0.et"));
    assertThatThrownBy(() -> read(1)).hasMessageContaining("the trace of GPU 0 is missing");
  }

  /** A GPU may be idle; not all of them. */
  @Test
  void shouldRefuseTracesOfNothing() throws IOException {
    Files.createFile(folder.resolve("t.0.et"));
    new TraceWriter().node(1, COMPUTE, List.of(), 5).to(folder.resolve("t.1.et"));
    assertThatThrownBy(() -> read(1))
        .hasMessageContaining("t.0.et: the file is empty; a Chakra execution trace");
    new TraceWriter().to(folder.resolve("t.0.et"));
    assertThat(read(1).scenario()).isNotNull();
    new TraceWriter().to(folder.resolve("t.1.et"));
    assertThatThrownBy(() -> read(1)).hasMessageContaining("none of these 2 traces has nodes");
  }

  @Test
  void shouldSayWhoCallsOtherThings() throws IOException {
    new TraceWriter()
        .node(1, COLLECTIVE, List.of(), 0, "comm_type", 0, "comm_size", 8)
        .to(folder.resolve("t.0.et"));
    new TraceWriter()
        .node(1, COLLECTIVE, List.of(), 0, "comm_type", 0, "comm_size", 16)
        .to(folder.resolve("t.1.et"));
    assertThatThrownBy(() -> read(1))
        .hasMessageContaining("GPU 0 and GPU 1 are in the group 'all', but make different calls");
  }

  /** Whatever is done to a file, it is read or refused with a reason. */
  @Test
  void shouldSurviveDamage() throws IOException {
    byte[] whole =
        new TraceWriter()
            .node(1, COMPUTE, List.of(), 5, "num_ops", 7)
            .node(2, COMPUTE, List.of(1L), 5, "is_cpu_op", true, "pg_name", "x")
            .bytes();
    Random random = new Random(20261122);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      for (int k = 0; damaged.length > 0 && k < random.nextInt(4); k++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      Files.write(folder.resolve("t.0.et"), damaged);
      Files.write(folder.resolve("t.1.et"), damaged);
      try {
        assertThat(read(1).scenario()).isNotNull();
      } catch (FormatException e) {
        assertThat(e).hasMessageContaining("t.0.et");
      }
    }
  }

  /** Examples of astra-sim, where somebody says with -Dheadroom.astra=FOLDER that they are. */
  @Test
  void shouldReadTheExamplesOfAstraSim() throws IOException {
    String astra = System.getProperty("headroom.astra", "");
    assumeTrue(!astra.isEmpty(), "no examples of astra-sim here");
    try (var files = Files.walk(Path.of(astra))) {
      List<Path> traces = files.filter(file -> file.toString().endsWith(".0.et")).toList();
      assertThat(traces).hasSizeGreaterThan(12);
      for (Path trace : traces) {
        ChakraInput input =
            ChakraReader.read(
                trace,
                new ChakraReader.Target(
                    MachineCatalogue.named("dgx-h100").orElseThrow(), Optional.of(1), 0),
                List.of());
        ScheduledFlows flows = (ScheduledFlows) input.scenario().flows();
        GpuGraph graph = ((GraphSchedule) flows.schedule()).graph();
        assertThat(graph.nodes()).as("%s", trace).allMatch(nodes -> !nodes.isEmpty());
        assertThat(GraphText.parse(GraphText.write(graph), graph.gpus())).isEqualTo(graph);
      }
    }
  }
}
