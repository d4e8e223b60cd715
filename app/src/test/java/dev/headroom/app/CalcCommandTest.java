package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.app.calc.CalcCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CalcCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** The examples of every calculator's own help; long ones go on in the next line. */
  static Stream<String> examples() {
    return calculators().stream()
        .map(each -> String.join("\n", each.getCommandSpec().usageMessage().footer()))
        .flatMap(footer -> footer.replace("%%", "%").replaceAll("\\\\\n\\s*", "").lines())
        .map(String::strip);
  }

  private static Collection<CommandLine> calculators() {
    return new CommandLine(new CalcCommand()).getSubcommands().values();
  }

  @Test
  void shouldShowAnExampleOfEachCalculator() {
    assertThat(calculators())
        .isNotEmpty()
        .allSatisfy(each ->
            assertThat(each.getCommandSpec().usageMessage().footer())
                .anySatisfy(line -> assertThat(line).contains("calc " + each.getCommandName())));
  }

  @Test
  void shouldHaveEachCalculatorInTheDocumentation() throws IOException {
    String page = Files.readString(Path.of("../docs/calculators.md"));
    assertThat(calculators())
        .allSatisfy(each -> assertThat(page).contains("`" + each.getCommandName() + "`"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldSayWhatWentInByWhichFormulaAndWhoSaysSo(String example) {
    JsonNode root = json(example);
    assertThat(root.get("title").asString()).isNotBlank();
    assertThat(root.get("inputs")).isNotEmpty();
    assertThat(root.get("formula")).isNotEmpty();
    assertThat(root.get("source")).isNotEmpty();
    assertThat(root.propertyNames()).allMatch(name -> name.matches("[a-z][A-Za-z0-9]*"));
    assertThat(root.size()).as("more than what all have in common").isGreaterThan(7);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldShowTheSameToPeople(String example) {
    run(example);
    assertThat(out.toString()).contains(" inputs ", " formula ", " result ", " source ");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80, "fits a terminal");
  }

  @Test
  void shouldNameTheCalculatorsWhereNoneIsNamed() {
    assertThat(run("calc")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing calculator", "ib-timeout");
  }

  @Test
  void shouldSayWhichInputIsOutOfRange() {
    assertThat(run("calc ib-timeout --timeout 32")).isEqualTo(2);
    assertThat(err.toString())
        .contains("timeout is 32; it must be 0 to 31", "headroom calc ib-timeout --help")
        .doesNotContain("\tat ");
  }

  /** NCCL's environment variables page: 20 is 4.3 s, with 7 retries about 30 s. */
  @Test
  void shouldGiveNcclsTimeouts() {
    JsonNode root = json("calc ib-timeout --timeout 20 --retries 7");
    assertThat(root.get("timeoutSeconds").asDouble()).isCloseTo(4.295, within(0.001));
    assertThat(root.get("retriesSeconds").asDouble()).isCloseTo(30.06, within(0.01));
    assertThat(json("calc ib-timeout --timeout 17").get("retriesSeconds").asDouble())
        .isCloseTo(3.758, within(0.001));
  }

  /** pcie-bench: 416 Gb/s; generation 6 in flits 915 Gb/s, by pcie-bench 841. */
  @Test
  void shouldGiveTheRatesOfPcieBench() {
    JsonNode gen5 = json("calc pcie --gen 5 --lanes 16 --mps 256 --mrrs 512 --size 4KiB");
    assertThat(gen5.get("writeGbps").asDouble()).isCloseTo(416, within(1.0));
    assertThat(gen5.get("readGbps").asDouble()).isCloseTo(422, within(1.0));
    assertThat(gen5.get("tlpEfficiency").asDouble()).isCloseTo(0.914, within(0.001));
    assertThat(json("calc pcie --gen 6 --mps 512").get("writeGbps").asDouble())
        .isCloseTo(915, within(1.0));
    assertThat(json("calc pcie --gen 6 --mps 512 --model pcie-bench").get("writeGbps").asDouble())
        .isCloseTo(841, within(1.0));
  }

  @Test
  void shouldSayWhatNoLinkOfPcieHas() {
    assertThat(run("calc pcie --gen 7")).isEqualTo(2);
    assertThat(run("calc pcie --gen 5 --size 4096")).isEqualTo(2);
    assertThat(run("calc pcie --gen 5 --model flits")).isEqualTo(2);
    assertThat(run("calc pcie --gen 5 --tags 32")).isEqualTo(2);
    assertThat(err.toString())
        .contains("use 1 to 6", "'4096' has no unit", "flit mode", "need each other")
        .doesNotContain("a bug in Headroom");
  }

  /** SONiC's script: 259 KiB on Spectrum-3, 277 KiB on Spectrum-4. */
  @Test
  void shouldGiveTheHeadroomOfSonic() {
    String link = "calc pfc-headroom --rate 400Gbps --cable 40m --mtu 9100 --small-packets 100%";
    JsonNode third = json(link + " --asic spectrum3");
    assertThat(third.get("xoffBytes").asLong()).isEqualTo(259 * 1024);
    assertThat(third.get("xonBytes").asLong()).isEqualTo(19 * 1024);
    assertThat(third.get("sizeBytes").asLong()).isEqualTo(278 * 1024);
    assertThat(json(link + " --asic spectrum4").get("xoffBytes").asLong()).isEqualTo(277 * 1024);
  }

  /** Lines of the tables that Dell ships for its Z9332f, Z9664f and Z9864f. */
  @Test
  void shouldLookTomahawksUpInSonicsTables() {
    String link = "calc pfc-headroom --rate 400Gbps --cable 30m --asic ";
    JsonNode third = json(link + "tomahawk3");
    assertThat(third.get("xoffBytes").asLong()).isEqualTo(201_930);
    assertThat(third.get("listedMetres").asInt()).isEqualTo(40);
    assertThat(json(link + "tomahawk-4").get("xoffBytes").asLong()).isEqualTo(424_434);
    JsonNode fifth = json(link + "tomahawk5");
    assertThat(fifth.get("xoffBytes").asLong()).isEqualTo(446_024);
    assertThat(fifth.get("sizeBytes").asLong()).isEqualTo(18_796);
    assertThat(run("calc pfc-headroom --rate 200Gbps --cable 5m --asic tomahawk3")).isEqualTo(2);
    assertThat(err.toString()).contains("no port rate of 200Gbps; it has 100, 400 Gb/s");
    assertThat(run("calc pfc-headroom --rate 100Gbps --cable 301m --asic tomahawk4")).isEqualTo(2);
    assertThat(err.toString()).contains("no cable length of 301m; it has 5, 40, 300 m");
    assertThat(run("calc pfc-headroom --rate 100Gbps --cable 5m --asic tomahawk6")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'tomahawk6' is not one of spectrum1", "no other vendor publishes");
  }

  @Test
  void shouldSayWhichAsicItKnows() {
    assertThat(run("calc pfc-headroom --rate 400Gbps --cable 40m --asic tomahawk6")).isEqualTo(2);
    assertThat(run("calc pfc-headroom --rate 400 --cable 40m --asic spectrum3")).isEqualTo(2);
    assertThat(err.toString()).contains("spectrum4", "'400' has no unit");
  }

  /** Zhu et al., CoNEXT 2016: 122.6 KB, 0.153, and -6.58 degrees. */
  @Test
  void shouldGiveTheFixedPointAndTheMarginOfDcqcn() {
    JsonNode root =
        json("calc dcqcn --rate 40Gbps --flows 10 --feedback-delay 50us --preset paper");
    assertThat(root.get("queueBytes").asDouble()).isCloseTo(122.6e3, within(100.0));
    assertThat(root.get("alpha").asDouble()).isCloseTo(0.153, within(0.001));
    assertThat(root.get("phaseMarginDegrees").asDouble()).isCloseTo(-6.58, within(0.1));
    assertThat(root.get("exactMarginDegrees").asDouble()).isCloseTo(1.85, within(0.01));
    assertThat(run("calc dcqcn --rate 40Gbps --flows 10 --preset vendor")).isEqualTo(2);
    assertThat(run("calc dcqcn --rate 40Gbps --flows 0")).isEqualTo(2);
    assertThat(run("calc dcqcn --rate 40Gbps --flows 2 --pmax 200%")).isEqualTo(2);
    assertThat(run("calc dcqcn --rate 40Gbps --flows 2 --kmin 1MB")).isEqualTo(2);
    assertThat(err.toString())
        .contains("it must be paper, article, or", "flows is 0; it must be at least 1")
        .contains("Pmax is 2; it must be over 0, to 1", "it must be over 1000000");
  }

  @Test
  void shouldGiveTheMarginOfTimely() {
    JsonNode root = json("calc timely --rate 10Gbps --flows 20");
    assertThat(root.get("phaseMarginDegrees").asDouble()).isCloseTo(41.58, within(0.1));
  }

  /** Stellar, SIGCOMM 2025: 390 s; and an article's 448 regions of 15 us: 6.72 ms, 1.5 MB each. */
  @Test
  void shouldGiveTheTimeToRegister() {
    assertThat(json("calc mr --size 1.6TB").get("seconds").asDouble()).isCloseTo(390, within(0.5));
    JsonNode article =
        json("calc mr --size 32MiB --regions 448 --fixed 15us --per-page 0us --rate 800Gbps");
    assertThat(article.get("allSeconds").asDouble()).isCloseTo(6.72e-3, within(1e-9));
    assertThat(article.get("missedBytes").asDouble()).isCloseTo(1.5e6, within(1e-3));
  }

  @Test
  void shouldTurnATrafficClassIntoItsDscp() {
    JsonNode root = json("calc dscp --tc 106");
    assertThat(root.get("dscp").asInt()).isEqualTo(26);
    assertThat(root.get("nccl").asString()).isEqualTo("NCCL_IB_TC=106");
    assertThat(json("calc dscp --dscp 26").get("trafficClass").asInt()).isEqualTo(106);
    assertThat(run("calc dscp --tc 106 --dscp 26")).isEqualTo(2);
    assertThat(err.toString()).contains("give --tc, or --dscp");
  }

  @Test
  void shouldSayWhatIsNoPathAndNoPacket() {
    assertThat(run("calc bdp --rate 0bps --rtt 1us")).isEqualTo(2);
    assertThat(run("calc mtu --mtu 9000")).isEqualTo(2);
    assertThat(run("calc mtu --mtu 4096 --transport roce")).isEqualTo(2);
    assertThat(run("calc qp --hosts 1 --processes 8")).isEqualTo(2);
    assertThat(run("calc mr --size 1TB --page 3KiB")).isEqualTo(2);
    assertThat(err.toString())
        .contains("it must be over 0", "RDMA supports 256, 512", "it must be rocev2", "hosts is 1")
        .contains("a power of two from 4KiB")
        .doesNotContain("a bug in Headroom");
  }

  /**
   * gds-report.pages.dev, an L40S in a slot of Gen4 x16, four drives of 14.5 GB/s, 400 GbE: 24.3
   * GiB/s into one GPU, 53.0 into four, 43.4 over the network.
   */
  @Test
  void shouldFillGpusAsFastAsMeasured() {
    String drives = "calc storage --drives 4 --drive-rate 116Gbps --gpu-gen 4";
    assertThat(gibs(drives)).isCloseTo(24.3, within(0.2));
    assertThat(json(drives).get("bottleneck").asString()).isEqualTo("slots");
    assertThat(gibs(drives + " --gpus 4")).isCloseTo(53.0, within(0.03 * 53));
    assertThat(gibs(drives + " --gpus 4 --nic-rate 400Gbps")).isCloseTo(43.4, within(0.06 * 43.4));
    assertThat(json(drives + " --gpus 4 --nic-rate 400Gbps").get("bottleneck").asString())
        .isEqualTo("nics");
  }

  private double gibs(String command) {
    return json(command).get("rateGbps").asDouble() * 1e9 / 8 / (1 << 30);
  }

  @Test
  void shouldCopyEveryByteOfABounceBuffer() {
    JsonNode bounce =
        json("calc storage --drives 8 --drive-rate 116Gbps --bounce --copy-cores 2 --size 1TB");
    double copyGbps = 2 * 3.4 / 0.33 * 8;
    assertThat(bounce.get("rateGbps").asDouble()).isCloseTo(copyGbps, within(0.01));
    assertThat(bounce.get("copyCores").asDouble()).isCloseTo(2, within(1e-6));
    assertThat(bounce.get("seconds").asDouble()).isCloseTo(8e3 / copyGbps, within(0.01));
    assertThat(run("calc storage --drives 0 --drive-rate 116Gbps")).isEqualTo(2);
    assertThat(run("calc storage --drives 1 --drive-rate 116Gbps --mps 200")).isEqualTo(2);
  }

  /** (2.35 us - 225 ns) / (8 / 200 Gb/s - 8 / 392 Gb/s), and both equal there. */
  @Test
  void shouldSayWhereRdmaOvertakesCxl() {
    JsonNode tiers = json("calc tiers --cxl-rate 200Gbps --rate 400Gbps");
    double crossover = tiers.get("crossoverBytes").asDouble();
    assertThat(crossover).isCloseTo(2.145e-6 / (8 / 200e9 - 8 / 392e9), within(2000.0));
    JsonNode there =
        json("calc tiers --cxl-rate 200Gbps --rate 400Gbps --size " + (long) crossover + "B");
    assertThat(there.get("cxlSeconds").asDouble())
        .isCloseTo(there.get("rdmaSeconds").asDouble(), within(1e-9));
    JsonNode never = json("calc tiers --cxl-rate 500Gbps --rate 400Gbps");
    assertThat(never.get("crossoverBytes").isNull()).isTrue();
    assertThat(run("calc tiers --cxl-rate 500Gbps --rate 400Gbps")).isZero();
    assertThat(run("calc tiers --cxl-rate 0bps --rate 400Gbps")).isEqualTo(2);
  }

  private JsonNode json(String command) {
    out.getBuffer().setLength(0);
    assertThat(run(command + " --json")).as(err.toString()).isZero();
    return JsonMapper.builder().build().readTree(out.toString());
  }

  private int run(String command) {
    String[] words = command.replaceFirst("^(\\./)?headroom ", "").split(" ");
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), words);
  }
}
