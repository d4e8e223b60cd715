package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that a run gives to try: it is run here, as a person would who copies it. */
final class SuggestedCommandTest {
  private static final String START = " to try: headroom ";

  @TempDir private Path temporary;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: incast, fanIn: 6, size: 1MB}      | congestion=timely       | s.yaml --vary congestion=timely,dcqcn,hpcc,swift
          {type: incast, fanIn: 6, size: 1MB}      | congestion.kmin=20KB    | s.yaml --set congestion.kmin=20KB --vary congestion=dcqcn,hpcc,swift
          {type: all-reduce, size: 2MiB}           | workload.order=shuffled | s.yaml --set workload.order=shuffled --set transport.recovery=out-of-order --vary routing.algorithm=ecmp,adaptive
          {type: permutation, shift: 4, size: 1MB} | routing.algorithm=spray | s.yaml --set routing.algorithm=spray --vary transport.recovery=go-back-n,out-of-order
          """)
  void shouldRun(String workload, String set, String told) throws IOException {
    Path file = scenario(workload);
    String command = suggested("sim", file.toString(), "--set", set);
    assertThat(command).startsWith("compare " + file).endsWith(told);
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--no-report", "--out", temporary.resolve("compared").toString()));
    StringWriter err = new StringWriter();
    assertThat(
            Headroom.run(
                new PrintWriter(new StringWriter()),
                new PrintWriter(err),
                words.toArray(String[]::new)))
        .as(err.toString())
        .isZero();
  }

  @Test
  void shouldCheckWhatLockedUp() {
    String example = Path.of("..", "examples", "ring-deadlock.yaml").toString();
    assertThat(suggested("sim", example)).isEqualTo("check " + example);
  }

  @Test
  void shouldSayNothingWhereAllIsWell() throws IOException {
    assertThat(suggested("sim", scenario("{type: all-reduce, size: 16MiB}").toString())).isEmpty();
  }

  /** READ has no ACKs, which HPCC and Swift live on: there is nothing to compare with. */
  @Test
  void shouldNotNameWhatTheScenarioRefuses() throws IOException {
    Path file = scenario("{type: incast, fanIn: 6, size: 1MB}");
    assertThat(suggested("sim", file.toString(), "--set", "transport.operation=read")).isEmpty();
  }

  private Path scenario(String workload) throws IOException {
    return Files.writeString(
        temporary.resolve("s.yaml"),
        "fabric: {topology: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 4, links: {rate: 100Gbps}}\n"
            + "workload: "
            + workload
            + "\n");
  }

  private String suggested(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(List.of("--no-report", "--out", temporary.resolve("run").toString()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Headroom.run(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
    assertThat(code).as(err.toString()).isLessThan(2);
    return out.toString()
        .lines()
        .filter(line -> line.startsWith(START))
        .map(line -> line.substring(START.length()))
        .findFirst()
        .orElse("");
  }
}
