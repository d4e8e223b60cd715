package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the screen at the end says of runs that need a word more. */
final class ScreenWordsTest {
  @TempDir private Path out;

  private String screen(String scenario, String... more) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    String[] args = new String[5 + more.length];
    System.arraycopy(
        new String[] {"sim", scenario, "--no-report", "--out", out.resolve("o").toString()},
        0,
        args,
        0,
        5);
    System.arraycopy(more, 0, args, 5, more.length);
    Headroom.run(writer, writer, args);
    return said.toString().replaceAll("\\s+", " ");
  }

  @Test
  void shouldSayWhatADeadlockIsOnce() {
    String screen = screen("../examples/ring-deadlock.yaml");
    assertThat(screen)
        .contains("deadlock 10 flows are blocked in it: cyclic PFC pauses through")
        .contains("its sender was paused by switch-0 since 65.5 us; 0.1 % done");
    String flows = screen.substring(screen.indexOf("- unfinished"));
    assertThat(flows.split("cyclic PFC pauses through", -1)).hasSize(2);
  }

  @Test
  void shouldSayWhichPartOfAWorkloadSuffers() {
    assertThat(screen("../examples/noisy-neighbour.yaml"))
        .contains(
            "The median flow of 0 poisson took 11.5 times its time on an idle network, "
                + "that of 1 permutation 1.01 times.");
    assertThat(screen("../examples/two-tenants.yaml"))
        .as("collectives share links with themselves")
        .contains("All 168 flows finished");
  }

  @ParameterizedTest
  @CsvSource({"nccl-64.yaml, true", "allreduce-64.yaml, false"})
  void shouldSayWhyACollectiveTakesOtherThanItsFlows(String example, boolean differs) {
    String why = "from its call to the last GPU's end; completion counts from its first message";
    assertThat(screen("../examples/" + example).contains(why)).isEqualTo(differs);
  }

  @Test
  void shouldSayOfHowManyCallsATimeIs() {
    assertThat(screen("../examples/nccl-64.yaml", "--set", "workload.repeat=3"))
        .contains("each of 3 calls in a row")
        .doesNotContain("from its call");
  }

  @Test
  void shouldCountInEnglish() throws Exception {
    Path small = out.resolve("small.yaml");
    Files.writeString(
        small,
        """
        fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 1}
        workload: {type: flows, flows: [{from: host-0, to: host-1, size: 1MB}]}
        """);
    assertThat(screen(small.toString()))
        .contains("2 leaves x 1 host, 1 spine")
        .contains("1 of 1 flow finished")
        .contains("The flow finished");
  }
}
