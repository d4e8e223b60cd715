package dev.headroom.formats.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.Reference;
import dev.headroom.formats.RoundTrip;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.yaml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every input that lies in the reference folder, against the results that lie beside it. */
class HpccReferenceTest {
  private static final String INPUTS = "hpcc-ns3/inputs";

  @TestFactory
  List<DynamicTest> readsEveryInput() {
    return Reference.each(
        INPUTS,
        "config_.*(dcqcn|hp95).*\\.txt",
        file -> {
          HpccInput input = HpccReader.read(file, HpccReader.Options.DEFAULT);
          String name = file.getFileName().toString();
          String algorithm =
              name.contains("nocc") ? "none" : name.contains("hp95") ? "hpcc" : "dcqcn";
          assertThat(input.warnings()).isEmpty();
          assertThat(input.scenario().overrides()).isEmpty();
          assertThat(input.scenario().settings().get(CongestionKnobs.ALGORITHM))
              .hasToString(algorithm);
          agreesWithResults(file, input);
          RoundTrip.check(input.scenario());
          RoundTrip.check(
              HpccReader.read(file, new HpccReader.Options(HpccModel.EXACT, false)).scenario());
        });
  }

  @TestFactory
  List<DynamicTest> takesAnotherControlForTheOneOfTheInput() {
    return Reference.each(
        INPUTS,
        "config_.*hp95.*\\.txt",
        file -> {
          HpccInput input = HpccReader.read(file, new HpccReader.Options(HpccModel.HPCC_NS3, true));
          assertThat(input.warnings()).anyMatch(w -> w.toString().contains("3 (HPCC)"));
          assertThat(input.scenario().settings().find(TransportKnobs.WINDOW)).isPresent();
          agreesWithResults(file, input);
        });
  }

  @Test
  void theCommentedConfigIsReadPastItsComments() throws IOException {
    Path file = Reference.folder(INPUTS).resolve("config_doc.txt");
    assertThat(HpccReader.accepts(file)).isTrue();
    assertThatThrownBy(() -> HpccReader.read(file, HpccReader.Options.DEFAULT))
        .isInstanceOfSatisfying(
            FormatException.class,
            e ->
                assertThat(e.problems())
                    .extracting(Problem::key)
                    .as("errors, then what is done differently")
                    .containsExactly("TOPOLOGY_FILE", "FLOW_FILE", "ENABLE_TRACE"));
  }

  /** Addresses, ports, sizes, starts and lone completion times, line by line. */
  private static void agreesWithResults(Path config, HpccInput input) throws IOException {
    String run = config.getFileName().toString().replaceAll("config_|\\.txt", "");
    Path results = Reference.folder("hpcc-ns3/results").resolve(run + ".fct.txt");
    if (!Files.exists(results)) {
      return;
    }
    Map<String, String> expected = new HashMap<>();
    for (String line : Files.readAllLines(results)) {
      String[] f = line.split(" ");
      expected.put(String.join(" ", f[0], f[1], f[2], f[3]), String.join(" ", f[4], f[5], f[7]));
    }
    Map<String, String> read = new HashMap<>();
    FlowProgram flows = input.scenario().flows();
    List<Node> hosts = input.scenario().fabric().hosts();
    for (int flow = 0; flow < flows.flows(); flow++) {
      int source = hosts.get(flows.source(flow)).id();
      int destination = hosts.get(flows.destination(flow)).id();
      int ports = flows.fixedPorts(flow);
      read.put(
          "%08x %08x %d %d"
              .formatted(address(source), address(destination), ports >>> 16, ports & 0xffff),
          "%d %d %d"
              .formatted(
                  flows.bytes(flow),
                  flows.startPs(flow) / 1_000,
                  input.paths().standaloneNs(source, destination, flows.bytes(flow))));
    }
    assertThat(read).isEqualTo(expected);
  }

  private static int address(int node) {
    return 0x0b000001 + ((node / 256) << 16) + ((node % 256) << 8);
  }
}
