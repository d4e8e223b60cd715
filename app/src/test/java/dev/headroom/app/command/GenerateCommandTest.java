package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GenerateCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @Test
  void shouldWriteAPermutationForHtsim() throws IOException {
    Path file = folder.resolve("X.cm");
    String line = "generate permutation --hosts 1024 --size 2MB --seed 1 --as htsim -o " + file;
    assertThat(run(line.split(" "))).isZero();

    var lines = Files.readAllLines(file);
    assertThat(lines).hasSize(2 + 1024).startsWith("Nodes 1024", "Connections 1024");
    assertThat(lines.get(2)).matches("0->[0-9]+ id 1 start 0 size 2000000");
    assertThat(lines.stream().skip(2).map(text -> text.replaceAll(".*->| id.*", "")).sorted())
        .as("everybody receives once")
        .containsExactlyElementsOf(
            IntStream.range(0, 1024).mapToObj(String::valueOf).sorted().toList());

    String first = Files.readString(file);
    assertThat(run(line.split(" "))).isZero();
    assertThat(file).hasContent(first);
    assertThat(run(line.replace("--seed 1", "--seed 2").split(" "))).isZero();
    assertThat(Files.readString(file)).isNotEqualTo(first);
  }

  @Test
  void shouldWriteAnIncastForHpcc() {
    assertThat(run("generate incast --hosts 5 --fan-in 3 --size 1MB --as hpcc".split(" ")))
        .isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            3
            1 0 3 100 1000000 2.000000000
            2 0 3 100 1000000 2.000000000
            3 0 3 100 1000000 2.000000000
            """);
  }

  @Test
  void shouldWriteAScenarioThatDrawsTheSameFlows() throws IOException {
    String options = "generate poisson --hosts 128 --load 0.3 --duration 1ms --seed 7";
    Path yaml = folder.resolve("S.yaml");
    assertThat(run((options + " --as yaml -o " + yaml).split(" "))).isZero();
    assertThat(Files.readString(yaml))
        .isEqualTo(
            """
            name: poisson-128
            fabric:
              topology: leaf-spine
              leaves: 2
              hostsPerLeaf: 64
              spines: 64
              links: {rate: 100Gbps}
            workload:
              type: poisson
              load: 0.3
              duration: 1ms
            run: {seed: 7}
            """);
    assertThat(run((options + " --as hpcc").split(" "))).isZero();
    assertThat(out.toString()).contains(" 3 100 ").contains("2.000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          permutation --hosts 8 --size 2             | --size 2: '2' has no unit
          permutation --hosts 8 --linkspeed 100      | --linkspeed 100: '100' has no unit
          permutation --hosts 8 --seed -1            | --seed -1: -1 is outside
          permutation --hosts 1                      | --hosts 1: only one host takes part; at least 2
          permutation --hosts 0                      | --hosts 0: at least 1 host is needed
          permutation --hosts 9999999                | --hosts 9999999: this number cannot be divided into leaves
          permutatoin --hosts 8                      | permutatoin: 'permutatoin' is not a workload; did you mean 'permutation'
          incast --hosts 8 --fan-in 9                | --fan-in 9: there are only 7 hosts that can send; at most 7
          incast --hosts 8 --set workload.fanIn=9    | --set workload.fanIn=9: there are only 7 hosts that can send; at most 7
          incast --hosts 8 --load 0.3                | --load 0.3: it is not allowed here; it belongs to type: poisson
          permutation --hosts 8 --size 4GB           | htsim accepts 1 to 2147483647
          incast --hosts 8 --set congestion.kmin=1KB | write a key of the workload
          """)
  void shouldSayWhatIsWrong(String line, String message) {
    assertThat(run(("generate " + line + " --as htsim").split(" +"))).isEqualTo(2);
    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
