package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.app.plugin.CompiledMarker;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.TraceQuantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Markings of a user's own, from the file to the run. */
final class OwnMarkingTest {
  private static final Path TCN = Path.of("../examples/markings/Tcn.java");

  private static final String SCENARIO =
      """
      name: two incasts
      fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4, links: {rate: 100Gbps}}
      workload:
        - {type: incast, fanIn: 5, size: 1MB}
        - {type: permutation, size: 500KB}
      """;

  /** The ramp of DCQCN; draws for each packet over Kmin, as ours does. */
  private static final String OWN =
      """
      import dev.headroom.sim.plugin.DataPacket;
      import dev.headroom.sim.plugin.*;

      final class Own extends Marker {
        record Settings(long kminBytes, long kmaxBytes, double pmax) {
          static Settings defaults() {
            return new Settings(20_000, 200_000, 0.3);
          }
        }

        private final Settings settings;
        private final QueueView queue;

        Own(Settings settings, QueueView queue) {
          this.settings = settings;
          this.queue = queue;
        }

        @Override
        public boolean %s {
          %s
        }

        boolean ramp() {
          long queued = queue.queuedBytes();
          if (queued <= settings.kminBytes()) {
            return false;
          }
          double drawn = queue.draw();
          double span = settings.kmaxBytes() - settings.kminBytes();
          return queued > settings.kmaxBytes()
              || drawn < settings.pmax() * (queued - settings.kminBytes()) / span;
        }
      }
      """;

  private static final String LEAVING =
      "marksLeaving(DataPacket packet, long waitedPs, long nowPs)";
  private static final String COMING = "marksComing(DataPacket packet, long nowPs)";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  /** Whatever ours sees, one that was brought sees at the same times. */
  @ParameterizedTest
  @CsvSource({
    "dequeue, 20KB, 200KB, 0.3, congestion=dcqcn",
    "enqueue, 20KB, 200KB, 0.3, congestion=dcqcn",
    "dequeue, 60KB, 60KB, 0.3, congestion=dctcp",
    "dequeue, 5KB, 400KB, 1.0, transport=uec",
    "enqueue, 30KB, 90KB, 0.5, run.seed=7",
  })
  void shouldDoAsOursThatItMirrors(String when, String kmin, String kmax, String pmax, String set)
      throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    Path own =
        write(
            "Own.java", OWN.formatted("dequeue".equals(when) ? LEAVING : COMING, "return ramp();"));
    assertThat(
            run(
                "sim",
                scenario + "",
                "--set",
                set,
                "--set",
                "congestion.kmin=" + kmin,
                "--set",
                "congestion.kmax=" + kmax,
                "--set",
                "congestion.pmax=" + pmax,
                "--set",
                "congestion.marking=" + when))
        .as(err.toString())
        .isZero();
    String expected = digest();
    assertThat(marks()).isPositive();
    String settings = "kminBytes=%s,kmaxBytes=%s,pmax=%s".formatted(kmin, kmax, pmax);
    for (String threads : List.of("1", "2")) {
      assertThat(
              run(
                  "sim",
                  scenario + "",
                  "--set",
                  set,
                  "--marking",
                  own + "",
                  "--set",
                  "congestion.aqm.settings=" + settings,
                  "--threads",
                  threads))
          .as(err.toString())
          .isZero();
      assertThat(digest()).as(threads + " threads").isEqualTo(expected);
    }
  }

  /** A packet of the class that waits behind others has waited as long as they took. */
  @Test
  void shouldTellHowLongAPacketWaited() throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    Path waits =
        write(
            "Own.java",
            OWN.formatted(
                    LEAVING,
                    """
                    long most = nowPs - waitedPs;
                    if (waitedPs < 0 || most < last) {
                      throw new IllegalStateException("came at " + most + " after " + last);
                    }
                    last = most;
                    return waitedPs > 0 && waitedPs * queue.rateBps() / 8e12 > 2e6;
                    """)
                .replace(
                    "private final QueueView queue;", "private final QueueView queue; long last;"));
    assertThat(run("sim", scenario + "", "--marking", waits + "")).as(err.toString()).isZero();
    assertThat(marks()).as("no queue was 2 MB deep").isZero();
  }

  @Test
  void shouldRunTheExampleAndKeepIt() throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    assertThat(run("sim", scenario + "", "--marking", TCN + "")).as(err.toString()).isZero();
    long often = marks();
    assertThat(temporary.resolve("out/Tcn.java")).hasSameTextualContentAs(TCN);
    String byName = "congestion.aqm.algorithm=Tcn";
    assertThat(run("sim", scenario + "", "--marking", TCN + "", "--set", byName)).isZero();
    assertThat(marks()).isEqualTo(often);
    String rarely = "congestion.aqm.settings=thresholdPs=40us";
    assertThat(run("sim", scenario + "", "--marking", TCN + "", "--set", rarely)).isZero();
    assertThat(marks()).isLessThan(often);
    String none = "congestion.aqm.settings=t=1";
    assertThat(run("sim", scenario + "", "--marking", TCN + "", "--set", none)).isEqualTo(2);
    assertThat(err.toString()).contains("congestion.aqm.settings: there is no 't'", "thresholdPs");
  }

  /**
   * Bai et al., CoNEXT 2016, section 3: a threshold in bytes that fits the whole link lets packets
   * wait longer the more queues share it, twice as long with two; with one in time they wait as
   * long. The link is full either way.
   */
  @Test
  void shouldHoldTheDelayOfQueuesThatShareALink() throws IOException {
    double bytesAlone = delayUs(1, false);
    double bytesShared = delayUs(2, false);
    double timeAlone = delayUs(1, true);
    double timeShared = delayUs(2, true);
    assertThat(bytesShared / bytesAlone).isCloseTo(2, within(0.3));
    assertThat(timeShared / timeAlone).isCloseTo(1, within(0.2));
    assertThat(timeAlone).isCloseTo(bytesAlone, within(0.2 * bytesAlone));
  }

  /** What flows wait in the mean, where so many classes have two each at one port of 10 Gb/s. */
  private static double delayUs(int classes, boolean tcn) throws IOException {
    String text =
        """
        preset: tcp
        fabric:
          topology: single
          hosts: 3
          links: {rate: 10Gbps, delay: 5us}
          switches: {scheduling: {dwrr: {2: 1, 3: 1}}}
        hosts: {cpu: {stack: free}}
        transport: {mtu: 1500}
        congestion: {algorithm: dctcp, ecn: true, kmin: 50KB, kmax: 50KB}
        run: {stop: 40ms, trace: {flows: 0-%d, step: 1us}}
        workload:
        """
            .formatted(2 * classes - 1);
    for (int i = 0; i < classes; i++) {
      text +=
          "  - {type: incast, fanIn: 2, size: 100MB, transport: {class: %d}}%n".formatted(2 + i);
    }
    List<String> sets =
        tcn
            ? List.of("congestion.aqm.algorithm=own", "congestion.aqm.settings=thresholdPs=40us")
            : List.of();
    ScenarioReader.Outcome outcome = ScenarioReader.read(text, "tcn.yaml", sets);
    assertThat(outcome).isInstanceOf(ScenarioReader.Good.class);
    Scenario read = ((ScenarioReader.Good) outcome).scenario();
    Scenario scenario =
        read.with(read.settings().with(PluginMarkingKnobs.NAME, CompiledMarker.of(TCN)));
    RunResult result =
        Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, ProgressListener.SILENT);
    PortResult busiest =
        result.ports().stream()
            .max((a, b) -> Long.compare(sum(a.bytes()), sum(b.bytes())))
            .orElseThrow();
    assertThat(sum(busiest.bytes()) * 8 / 0.04).as("the link is full").isGreaterThan(9.6e9);
    return meanRttUs(result.traces()) - 20;
  }

  private static long sum(long[] values) {
    return Arrays.stream(values).sum();
  }

  /** From 10 ms on, over all flows. */
  private static double meanRttUs(FlowTraces traces) {
    double sum = 0;
    int count = 0;
    for (FlowTrace flow : traces.flows()) {
      for (int i = 0; i < traces.count(); i++) {
        if (traces.timePs(i) > 10_000_000_000L) {
          sum += flow.at(TraceQuantity.RTT_PS, i) / 1e6;
          count++;
        }
      }
    }
    return sum / count;
  }

  @Test
  void shouldBeWhatTheDocumentationShows() throws IOException {
    String docs = Files.readString(Path.of("../docs/marking.md"));
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(docs);
    assertThat(block.find()).isTrue();
    assertThat(Files.readString(TCN)).isEqualTo(block.group(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "return 1 / (packet.bytes() - packet.bytes()) > 0; | Own.java:21: java.lang.ArithmeticException",
        "return true | Own.java:21: ';' expected",
        "return queue.queued() > 0; | QueueView has draw, isPaused, port, priority, queuedBytes, queuedInAll, rateBps, switchName",
      })
  void shouldTellMistakesByTheirLine(String body, String told) throws IOException {
    Path own = write("Own.java", OWN.formatted(LEAVING, body));
    Path scenario = write("s.yaml", SCENARIO);
    assertThat(run("sim", scenario + "", "--marking", own + "", "--threads", "2")).isEqualTo(2);
    assertThat(err.toString()).contains(told).doesNotContain("\tat ");
  }

  @Test
  void shouldSayWhyItCannotBeAsked() throws IOException {
    Path scenario = write("s.yaml", SCENARIO);
    assertThat(run("sim", scenario + "", "--set", "congestion.aqm.algorithm=own")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "congestion.aqm.algorithm is own, but the source is missing", "--marking FILE.java");
    String unmarked = "congestion.ecn=false";
    assertThat(run("sim", scenario + "", "--marking", TCN + "", "--set", unmarked)).isEqualTo(2);
    assertThat(err.toString()).contains("switches set no marks");
    String cells = "routing.algorithm=cells";
    assertThat(run("sim", scenario + "", "--marking", TCN + "", "--set", cells)).isEqualTo(2);
    assertThat(err.toString()).contains("marks packets, but routing.algorithm cells");
    Path control = Path.of("../examples/controls/Halving.java");
    assertThat(run("sim", scenario + "", "--marking", control + "")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "has no class Halving that extends dev.headroom.sim.plugin.Marker;"
                + " Halving extends Controller, which --control accepts");
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

  private long marks() {
    return JsonMapper.shared()
        .readTree(temporary.resolve("out/results.json").toFile())
        .at("/ecn/marks")
        .asLong();
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] all = Arrays.copyOf(arguments, arguments.length + 3);
    all[arguments.length] = "--no-report";
    all[arguments.length + 1] = "--out";
    all[arguments.length + 2] = temporary.resolve("out").toString();
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), all);
  }
}
