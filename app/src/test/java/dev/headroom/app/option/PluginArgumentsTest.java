package dev.headroom.app.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Controls that users bring along: {@code --control FILE.java}. */
final class PluginArgumentsTest {
  private static final Path HALVING = Path.of("../examples/controls/Halving.java");
  private static final String INCAST = "../examples/incast-16.yaml";

  /** Does what one of ours does, which it asks in everything. */
  private static final String MIRROR =
      """
      import dev.headroom.congestion.*;
      import dev.headroom.congestion.roce.*;
      import dev.headroom.congestion.tcp.*;
      import dev.headroom.congestion.uet.*;
      import java.util.Set;

      public class Mirror extends Controller {
        private final Controller ours;

        public Mirror(Path path) {
          ours = %s;
        }

        @Override public Set<Signal> watches() { return ours.watches(); }
        @Override public long rateBps(long nowPs) { return ours.rateBps(nowPs); }
        @Override public long controlledBps(long nowPs) { return ours.controlledBps(nowPs); }
        @Override public long windowBytes() { return ours.windowBytes(); }
        @Override public long creditBytes() { return ours.creditBytes(); }
        @Override public long requestBytes(long backlog) { return ours.requestBytes(backlog); }
        @Override public void credited(long nowPs, long upTo) { ours.credited(nowPs, upTo); }
        @Override public boolean movesScheduledSend() { return ours.movesScheduledSend(); }
        @Override public void sent(long nowPs, int bytes) { ours.sent(nowPs, bytes); }
        @Override public void congested(long nowPs) { ours.congested(nowPs); }
        @Override public void acknowledged(long nowPs, Feedback f) { ours.acknowledged(nowPs, f); }
        @Override public void refused(long nowPs, Feedback f) { ours.refused(nowPs, f); }
        @Override public void lost(long nowPs, Feedback f) { ours.lost(nowPs, f); }
        @Override public void timedOut(long nowPs, Feedback f) { ours.timedOut(nowPs, f); }
        @Override public boolean probe(long nowPs) { return ours.probe(nowPs); }
        @Override public void probed(long nowPs, long rttPs) { ours.probed(nowPs, rttPs); }
      }
      """;

  /** What the tests of mistakes begin with. */
  private static final String OWN =
      """
      import dev.headroom.congestion.*;
      import java.util.Set;

      class Own extends Controller {
        record Settings(double gain, long delayPs, boolean eager) {
          static Settings defaults() { return new Settings(0.5, 1000, false); }
        }
        private final Path path;
        Own(Settings settings, Path path) { this.path = path; }
        @Override public Set<Signal> watches() { return Set.of(Signal.RTT); }
        @Override public long rateBps(long nowPs) { return path.lineBps(); }
        @Override public void acknowledged(long nowPs, Feedback feedback) { }
      }
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  @Test
  void shouldRunTheExampleInsteadOfWhatTheScenarioSays() throws IOException {
    assertThat(run("sim", INCAST, "--control", HALVING.toString())).as(err.toString()).isZero();

    Path copy = temporary.resolve("out/Halving.java");
    assertThat(copy).hasSameTextualContentAs(HALVING);
    String digest = digest();
    assertThat(
            run("sim", temporary.resolve("out/scenario.yaml").toString(), "--control", copy + ""))
        .isZero();
    assertThat(digest()).as("what a run left repeats it").isEqualTo(digest);
  }

  @Test
  void shouldBeWhatTheDocumentationShows() throws IOException {
    String docs = Files.readString(Path.of("../docs/congestion-controls.md"));
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(docs);
    assertThat(block.find()).isTrue();
    assertThat(Files.readString(HALVING)).isEqualTo(block.group(1));
  }

  /** All that a transport tells and asks reaches a control that was brought, at the same times. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "new Swift(Swift.Settings.defaults(), path) | swift | rocev2 |"
            + " congestion.swift.baseTarget=20us",
        "new DctcpRdma(DctcpRdma.Settings.defaults(path), path) | dctcp | rocev2 | run.seed=2",
        "new DcqcnVendor(new DcqcnParameters(0.0048828125, 1, 1_000_000L, 4_000_000L, 300_000_000L,"
            + " 0, 1, 20_000_000L, 200_000_000L, 1_000_000_000L, false, true, 0.5, 1, 0),"
            + " path.lineBps()) | dcqcn | rocev2 | run.seed=6",
        "new Hpcc(HpccSettings.defaults(path), path) | hpcc | rocev2 | run.seed=9",
        "new DctcpUet(path) | dctcp | uec | run.seed=3",
        "new Rccc(Rccc.Settings.defaults(), path) | rccc | uec | congestion.ecnToHosts=false",
        "new LineRateController(path.lineBps()) | none | infiniband | run.seed=7",
        "new Srd(Srd.Settings.defaults(path), path) | srd | srd | run.seed=8",
        "new FalconSwift(FalconSwift.Settings.defaults(), path) | falcon-swift | falcon"
            + " | congestion.falcon.baseTarget=20us",
        "new Cubic(Cubic.Settings.defaults(), path) | cubic | tcp | run.seed=4",
        "new Reno(TcpWindowSettings.defaults(), path) | reno | iwarp | run.seed=5",
      })
  void shouldDoAsOursThatItMirrors(String made, String ours, String transport, String set)
      throws IOException {
    Path mirror = write("Mirror.java", MIRROR.formatted(made));
    String[] alike = {INCAST, "--set", "transport=" + transport, "--set", set};
    List<String> known = new ArrayList<>(List.of("sim"));
    known.addAll(List.of(alike));
    known.addAll(List.of("--set", "congestion=" + ours));
    assertThat(run(known.toArray(String[]::new))).as(err.toString()).isZero();
    String expected = digest();

    List<String> brought = new ArrayList<>(List.of("sim"));
    brought.addAll(List.of(alike));
    brought.addAll(List.of("--control", mirror.toString(), "--threads", "2"));
    assertThat(run(brought.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(digest()).isEqualTo(expected);
  }

  /**
   * One packet at a time, and so many bits a second: payload over the time that the frame takes
   * there and its ACK back, and over what its frame and the gap count for at that rate.
   */
  @ParameterizedTest
  @CsvSource({
    "rocev2, 4096, 4158, 20, 66",
    "infiniband, 4096, 4122, 2, 30",
    "srd, 8928, 9019, 20, 91",
    "falcon, 4096, 4248, 20, 130",
    "uec, 4096, 4198, 20, 90",
  })
  void shouldKeepToItsWindowAndItsRate(String transport, int payload, int frame, int gap, int ack)
      throws IOException {
    Path fixed =
        write(
            "Fixed.java",
            """
            import dev.headroom.congestion.*;
            import java.util.Set;

            class Fixed extends Controller {
              record Settings(boolean paced) {
                static Settings defaults() { return new Settings(false); }
              }
              private final Path path;
              private final boolean paced;
              private long before;
              Fixed(Settings settings, Path path) {
                this.path = path;
                paced = settings.paced();
              }
              @Override public Set<Signal> watches() { return Set.of(Signal.RTT, Signal.LOSS); }
              @Override public long rateBps(long nowPs) {
                return paced ? 10_000_000_000L : path.lineBps();
              }
              @Override public long windowBytes() {
                return paced ? Controller.UNLIMITED : path.packetBytes();
              }
              @Override public void acknowledged(long nowPs, Feedback f) {
                if (f.ackedUpTo <= before || f.ackedUpTo > f.sentUpTo) {
                  throw new IllegalStateException(before + " " + f.ackedUpTo + " " + f.sentUpTo);
                }
                before = f.ackedUpTo;
              }
            }
            """);
    Path pair =
        write(
            "pair.yaml",
            """
            fabric:
              topology: single
              hosts: 2
              links: {rate: 100Gbps, delay: 2us}
              switches: {latency: 1us, forwarding: store-and-forward}
            workload: {type: flows, flows: [{from: host-0, to: host-1, size: 9142272B}]}
            """);
    String[] run = {"sim", pair + "", "--set", "transport=" + transport, "--control", fixed + ""};
    // Two links of 2 us and the switch each way; each frame is put on the wire twice.
    double tripUs = 2 * 5 + 2 * (frame + ack) * 8 / 100e3;
    assertThat(run(run)).as(err.toString()).isZero();
    assertThat(goodputGbps()).isCloseTo(payload * 8 / tripUs / 1e3, withinPercentage(0.5));

    String[] paced = Arrays.copyOf(run, run.length + 2);
    paced[run.length] = "--set";
    paced[run.length + 1] = "congestion.own.settings=paced=true";
    assertThat(run(paced)).as(err.toString()).isZero();
    assertThat(goodputGbps()).isCloseTo(10.0 * payload / (frame + gap), withinPercentage(0.5));
  }

  /** A control that grants itself nothing asks the receiver, where there is one that answers. */
  @Test
  void shouldSayWhereReceiversGrantNothing() throws IOException {
    Path own = write("Own.java", OWN.replace("Signal.RTT", "Signal.CREDIT"));
    String[] rudi = {
      "--set", "transport=uec", "--set", "transport.uet.delivery=rudi", "--control", own + ""
    };
    List<String> all = new ArrayList<>(List.of("sim", INCAST));
    all.addAll(List.of(rudi));
    assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString())
        .contains("Own needs CREDIT, which transport uec does not provide in mode rudi");
  }

  /** Bits of payload a second, from the first that was sent to the last ACK. */
  private double goodputGbps() {
    JsonNode all = results();
    return 9_142_272 * 8e3 / all.at("/completionTimePs").asDouble();
  }

  @Test
  void shouldCompareWithOursAndEachOther() throws IOException {
    Path mirror = write("Mirror.java", MIRROR.formatted("new LineRateController(path.lineBps())"));
    int code =
        run(
            "compare",
            INCAST,
            "--control",
            HALVING.toString(),
            "--control",
            mirror.toString(),
            "--vary",
            "congestion.own.name=Halving,Mirror");
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("congestion.own.name", "Halving", "Mirror");

    String[] byName = {
      "compare",
      INCAST,
      "--control",
      HALVING.toString(),
      "--control",
      mirror.toString(),
      "--vary",
      "congestion=none,Mirror,Halving"
    };
    assertThat(run(byName)).as(err.toString()).isZero();
    assertThat(out.toString()).containsPattern("congestion +none +Mirror +Halving");

    String[] without = Arrays.copyOf(byName, byName.length + 2);
    without[byName.length] = "--set";
    without[byName.length + 1] = "transport=rocev1";
    assertThat(run(without)).isEqualTo(2);
    assertThat(out.toString()).contains("Halving needs ECN_ECHO, which transport rocev1");

    assertThat(run("sim", INCAST, "--control", HALVING.toString(), "--control", mirror.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("select one with congestion.own.name, Halving or Mirror");
  }

  @Test
  void shouldBeComparedByItsName() throws IOException {
    int code =
        run("compare", INCAST, "--control", HALVING.toString(), "--vary", "congestion=dcqcn,own");
    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString()).contains("running 2 of 2: congestion=Halving");
    assertThat(out.toString())
        .contains("congestion=Halving leads by completion")
        .doesNotContain("congestion=own");
  }

  @Test
  void shouldRunCollectives() throws IOException {
    String[] command = {"collective", "all-reduce", "--cluster", "dgx-a100", "--gpus", "16"};
    List<String> known = new ArrayList<>(Arrays.asList(command));
    known.addAll(List.of("--sizes", "8MiB", "--json", "--set", "congestion=dctcp"));
    assertThat(collective(known)).as(err.toString()).isZero();
    String expected = out.toString();

    Path mirror =
        write(
            "Mirror.java",
            MIRROR.formatted("new DctcpRdma(DctcpRdma.Settings.defaults(path), path)"));
    known.set(known.size() - 2, "--control");
    known.set(known.size() - 1, mirror.toString());
    out.getBuffer().setLength(0);
    assertThat(collective(known)).as(err.toString()).isZero();
    assertThat(out.toString()).isEqualTo(expected);
  }

  private int collective(List<String> command) {
    return Headroom.run(
        new PrintWriter(out, true), new PrintWriter(err, true), command.toArray(String[]::new));
  }

  /** A newcomer beside what is there: only the part that asks for it has it. */
  @Test
  void shouldRunInTheOnePartThatAsksForIt() throws IOException {
    Path scenario =
        write(
            "parts.yaml",
            """
            fabric: {topology: single, hosts: 5, links: {rate: 100Gbps, cable: 5m}}
            workload:
              - {type: incast, fanIn: 2, size: 1MB}
              - type: incast
                fanIn: 2
                size: 1MB
                congestion: {algorithm: own, own: {name: Halving, settings: maxWindow=1}}
            """);
    assertThat(run("sim", scenario.toString(), "--control", HALVING.toString()))
        .as(err.toString())
        .isZero();
    assertThat(results().get("flows").get("byPart"))
        .extracting(part -> part.get("congestion").asString())
        .containsExactly("dcqcn", "Halving");
  }

  @Test
  void shouldKnowItsClassesByNearlyTheirNames() {
    assertThat(run("sim", INCAST, "--control", HALVING.toString(), "--set", "congestion=halVing"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains("congestion=halVing: --control provides Halving; did you mean 'Halving'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gain=0.25 delayPs=5us eager=true | 0 | ``",
        "gian=0.25 | 2 | there is no 'gian'; Settings of",
        "gian=0.25 | 2 | did you mean 'gain'?",
        "gain | 2 | 'gain' is not NAME=VALUE",
        "gain=much | 2 | gain: 'much' is not a number",
        "delayPs=5kg | 2 | congestion.own.settings: delayPs: ",
      })
  void shouldTakeSettingsByName(String settings, int code, String told) throws IOException {
    Path own = write("Own.java", OWN);
    assertThat(
            run(
                "sim",
                INCAST,
                "--control",
                own + "",
                "--set",
                "congestion.own.settings=" + settings))
        .as(err.toString())
        .isEqualTo(code);
    assertThat(err.toString()).contains(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "return path.lineBps(); | return path.lineBps() | Own.java:11: ';' expected",
        "return path.lineBps(); | return line; | Own.java:11: cannot find symbol",
        "return path.lineBps(); | return path.lineBp(); | Path; did you mean 'lineBps'?; Path has"
            + " atLeast, baseRttPs, bdpBytes, lineBps, packetBytes",
        "Signal.RTT | Signal.RT | did you mean 'RTT'?; Signal has CNP, CREDIT,",
        "return path.lineBps(); | return 0; | rateBps returned 0, but the minimum rate is "
            + "1 bit per second",
        "feedback) { } | feedback) { path.bdpBytes(); int i = 1 / (int) feedback.hops; } | "
            + "Own.java:12: java.lang.ArithmeticException: / by zero, in acknowledged",
        "Signal.RTT | Signal.CREDIT | Own needs CREDIT, which transport rocev2 does not "
            + "provide; it provides CNP, ECN_ECHO,",
        "Settings settings, Path path | Path path, int n | class Own has no constructor "
            + "with parameters (Settings settings, Path path)",
        "Own(Settings settings, | Owner(Settings settings, | Own.java:9: invalid method"
            + " declaration; return type required; the constructor is named Owner, but the class is Own",
        "public long rateBps( | public rateBps( | Own.java:11: invalid method declaration; return"
            + " type required",
        "static Settings defaults | static Settings usual | record Settings has no method",
        "return new Settings(0.5 | if (true) throw new IllegalStateException(\"no\"); return new"
            + " Settings(0.5 | Settings.defaults() failed: no",
        "this.path = path; | this.path = path; Integer.parseInt(\"x\"); | Own.java:9:"
            + " java.lang.NumberFormatException",
        "private final Path path; | private final Path path; static final int N ="
            + " Integer.parseInt(\"x\"); | Own.java:8: java.lang.NumberFormatException",
        "feedback) { } | feedback) { acknowledged(nowPs, feedback); } | Own.java:12:"
            + " java.lang.StackOverflowError, in acknowledged",
        "import java.util.Set; | `` | symbol:   class Set; location: class Own; import"
            + " java.util.Set",
        "acknowledged(long nowPs, Feedback feedback) | acked(long nowPs) | Own.java:12: method does"
            + " not override or implement a method from a supertype; Controller has"
            + " acknowledged(long, Feedback), congested(long)",
      })
  void shouldTellMistakesByTheirLine(String right, String wrong, String told) throws IOException {
    Path own = write("Own.java", OWN.replace(right, wrong));
    assertThat(run("sim", INCAST, "--control", own.toString(), "--threads", "2")).isEqualTo(2);
    assertThat(err.toString()).contains(told).doesNotContain("\tat ");
  }

  @Test
  void shouldNameTheClassOfAConstructorWithAnotherName() throws IOException {
    Path own = write("Own.java", OWN.replace("class Own", "class Owner"));
    assertThat(run("sim", INCAST, "--control", own.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("the constructor is named Own, but the class is Owner");
  }

  /** A value that its class rejects ends a comparison before any run. */
  @ParameterizedTest
  @CsvSource({"gian=0.25, there is no 'gian'", "gain=-1, rejects it: gain is -1.0"})
  void shouldRejectSettingsBeforeAnyRun(String wrong, String told) throws IOException {
    Path own = write("Own.java", checkedOwn());
    String vary = "congestion.own.settings=" + wrong + "|gain=0.25";
    assertThat(run("compare", INCAST, "--control", own.toString(), "--vary", vary)).isEqualTo(2);
    assertThat(err.toString())
        .contains("congestion.own.settings: ", told)
        .doesNotContain("running", "not run");
    assertThat(temporary.resolve("out")).doesNotExist();
  }

  /** Settings of one class are none of another: what fits is run. */
  @Test
  void shouldRunTheClassesThatHaveASetting() throws IOException {
    Path own = write("Own.java", checkedOwn());
    String[] all = {
      "compare",
      INCAST,
      "--control",
      own.toString(),
      "--control",
      HALVING.toString(),
      "--vary",
      "congestion=Own,Halving",
      "--vary",
      "congestion.own.settings=gain=0.25|maxWindow=3"
    };
    assertThat(run(all)).isEqualTo(2);
    assertThat(err.toString()).contains("running 2 of 2: congestion=Halving");
    assertThat(out.toString())
        .contains("not run", "there is no 'maxWindow'; Settings of", "there is no 'gain'");
  }

  private static String checkedOwn() {
    return OWN.replace(
        "static Settings defaults",
        "Settings { if (gain < 0) throw new IllegalArgumentException(\"gain is \" + gain); }"
            + " static Settings defaults");
  }

  @Test
  void shouldSayAfterWhichClassAFileMustBeNamed() throws IOException {
    Path own = write("Own.java", OWN.replace("Own", "Other"));
    assertThat(run("sim", INCAST, "--control", own.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("has no class Own that extends", "the file must be named after Other");
  }

  @Test
  void shouldSayThatNobodyBroughtIt() throws IOException {
    assertThat(run("sim", INCAST, "--set", "congestion.own.name=Mine", "--set", "congestion=own"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("congestion.algorithm is own, but the source is missing", "--control Mine.java");
    assertThat(run("sim", INCAST, "--set", "congestion=Halving")).isEqualTo(2);
    assertThat(err.toString()).contains("no file provides it: add --control Halving.java");
    assertThat(run("sim", INCAST, "--set", "congestion=Dcqcn")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean 'dcqcn'");
    assertThat(run("check", INCAST, "--control", HALVING.toString())).isLessThan(2);
    assertThat(run("sim", INCAST, "--control", temporary.resolve("No.java").toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("No.java: no such file");
    assertThat(run("sim", INCAST, "--control", temporary.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is a folder; name one file in it");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(temporary.resolve(name), text);
  }

  private JsonNode results() {
    return JsonMapper.shared().readTree(temporary.resolve("out/results.json").toFile());
  }

  private String digest() {
    return results().get("digest").asString();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    if (!"check".equals(all.getFirst())) {
      all.addAll(List.of("--out", temporary.resolve("out").toString(), "--no-report"));
    }
    return Headroom.run(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }
}
