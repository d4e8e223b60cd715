package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Load balancers of a user's own, from the file to the run. */
final class OwnBalancerTest {
  private static final Path DRILL = Path.of("../examples/balancers/Drill.java");

  private static final String SCENARIO =
      """
      name: permutation
      fabric: {topology: leaf-spine, leaves: 4, spines: 4, hostsPerLeaf: 4, links: {rate: 100Gbps}}
      transport: {recovery: out-of-order}
      workload: {type: permutation, size: 500KB}
      """;

  private static final String OWN =
      """
      import dev.headroom.sim.plugin.*;

      final class Own extends LoadBalancer {
        private final SwitchView at;
        private final int[] lastPort = new int[4096];
        private final long[] lastPs = new long[4096];

        Own(SwitchView at) {
          this.at = at;
        }

        @Override
        public int choose(DataPacket packet, NextHops hops, long nowPs) {
          %s
        }

        int least(NextHops hops) {
          long least = Long.MAX_VALUE;
          int equal = 0;
          for (int i = 0; i < hops.count(); i++) {
            if (hops.queuedBytes(i) < least) {
              least = hops.queuedBytes(i);
              equal = 1;
            } else if (hops.queuedBytes(i) == least) {
              equal++;
            }
          }
          int skip = equal == 1 ? 0 : at.draw(equal);
          int hop = 0;
          while (hops.queuedBytes(hop) != least || skip-- > 0) {
            hop++;
          }
          return hop;
        }

        int flowlet(DataPacket packet, NextHops hops, long nowPs) {
          int entry = ((packet.flowHash() * 0x9E3779B1) >>> 8) & 4095;
          boolean pausing = nowPs - lastPs[entry] > 20_000_000L;
          lastPs[entry] = nowPs;
          for (int hop = 0; hop < hops.count() && !pausing && lastPort[entry] > 0; hop++) {
            if (hops.port(hop) == lastPort[entry] - 1) {
              return hop;
            }
          }
          int hop = at.draw(hops.count());
          lastPort[entry] = hops.port(hop) + 1;
          return hop;
        }
      }
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  /** Whatever ours see, one that was brought sees at the same times. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "return at.draw(hops.count()); | spray | run.seed=2",
        "return least(hops); | adaptive | routing.grades=none",
        "return flowlet(packet, hops, nowPs); | flowlet | routing.flowletGap=20us",
      })
  void shouldDoAsOursThatItMirrors(String body, String ours, String set) throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    Path own = write("Own.java", OWN.formatted(body));
    String[] flowlets = {
      "--set", "routing.flowletTable=4096", "--set", "routing.flowletChoice=random"
    };
    List<String> known = new ArrayList<>(List.of("sim", scenario.toString(), "--set", set));
    if ("flowlet".equals(ours)) {
      known.addAll(List.of(flowlets));
    }
    known.addAll(List.of("--set", "routing.algorithm=" + ours));
    assertThat(run(known.toArray(String[]::new))).as(err.toString()).isZero();
    String expected = digest();

    assertThat(run("sim", scenario + "", "--set", set, "--routing", own + "", "--threads", "2"))
        .as(err.toString())
        .isZero();
    assertThat(digest()).isEqualTo(expected);
  }

  @Test
  void shouldRunTheExampleAndKeepIt() throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    assertThat(run("sim", scenario + "", "--set", "routing.algorithm=ecmp")).isZero();
    long hashed = completionPs();
    assertThat(run("sim", scenario + "", "--routing", DRILL + "")).as(err.toString()).isZero();
    assertThat(completionPs()).isLessThan((long) (0.8 * hashed));
    assertThat(temporary.resolve("out/Drill.java")).hasSameTextualContentAs(DRILL);

    assertThat(
            run(
                "sim",
                scenario + "",
                "--routing",
                DRILL + "",
                "--set",
                "routing.own.settings=choices=3"))
        .isZero();
    assertThat(
            run("sim", scenario + "", "--routing", DRILL + "", "--set", "routing.own.settings=d=3"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("routing.own.settings: there is no 'd'", "choices");
  }

  /** Beforehand nobody knows what code does; afterwards NAKs without a loss tell. */
  @Test
  void shouldSayThatPacketsOvertookEachOther() throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    String recovery = "transport.recovery=go-back-n";
    run("sim", scenario + "", "--routing", DRILL + "", "--set", recovery);
    assertThat(Files.readString(temporary.resolve("out/results.json")))
        .contains(
            "under routing.algorithm own, and transport.recovery go-back-n treats reordering "
                + "as loss");
  }

  @Test
  void shouldBeWhatTheDocumentationShows() throws IOException {
    String docs = Files.readString(Path.of("../docs/routing.md"));
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(docs);
    assertThat(block.find()).isTrue();
    assertThat(Files.readString(DRILL)).isEqualTo(block.group(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "return hops.count(); | choose returned 4, but the packet has hops 0 to 3",
        "return -1; | choose returned -1",
        "return 1 / (packet.bytes() - packet.bytes()); | Own.java:14: java.lang.ArithmeticException",
        "return 0 | Own.java:14: ';' expected",
        "return hops.counts(); | did you mean 'count'",
        "return (int) hops.queued(0); | NextHops has count, isPaused, port, queuedBytes, queuedInAll, rateBps",
      })
  void shouldTellMistakesByTheirLine(String body, String told) throws IOException {
    Path own = write("Own.java", OWN.formatted(body));
    Path scenario = write("s.yaml", SCENARIO);
    assertThat(run("sim", scenario + "", "--routing", own + "", "--threads", "2")).isEqualTo(2);
    assertThat(err.toString()).contains(told).doesNotContain("\tat ");
  }

  @Test
  void shouldSayThatNobodyBroughtIt() throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    assertThat(run("sim", scenario + "", "--set", "routing.algorithm=own")).isEqualTo(2);
    assertThat(err.toString())
        .contains("routing.algorithm is own, but the source is missing", "--routing FILE.java");
    Path control = Path.of("../examples/controls/Halving.java");
    assertThat(run("sim", scenario + "", "--routing", control + "")).isEqualTo(2);
    assertThat(err.toString())
        .contains("has no class Halving that extends dev.headroom.sim.plugin.LoadBalancer");
    assertThat(run("sim", scenario + "", "--routing", DRILL + "", "--control", control + ""))
        .as("both at once")
        .isZero();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(temporary.resolve(name), text);
  }

  private String digest() {
    return JsonMapper.shared()
        .readTree(temporary.resolve("out/results.json").toFile())
        .get("digest")
        .asString();
  }

  private long completionPs() {
    return JsonMapper.shared()
        .readTree(temporary.resolve("out/results.json").toFile())
        .get("completionTimePs")
        .asLong();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.addAll(List.of("--out", temporary.resolve("out").toString(), "--no-report"));
    return Headroom.run(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }
}
