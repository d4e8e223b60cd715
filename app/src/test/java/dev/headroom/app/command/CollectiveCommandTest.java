package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.SourceReading;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CollectiveCommandTest {
  /**
   * What readers of nccl-tests look for: size, count, type, redop, root, and twice time, algbw,
   * busbw, #wrong.
   */
  private static final Pattern NCCL_TESTS =
      Pattern.compile(
          "\\s*(\\d+)\\s+(\\d+)\\s+(\\w+)\\s+(\\w+)\\s+(-?\\d+)(\\s+([\\d.]+)\\s+([\\d.]+)\\s+([\\d.]+)\\s+(0|N/A)){2}");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void shouldPrintTheTableOfNcclTests() {
    assertThat(run("collective", "all-gather", "--gpus", "16", "--sizes", "1KiB..4MiB"))
        .isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString().lines().filter(line -> !line.startsWith("#")))
        .hasSize(13)
        .allMatch(NCCL_TESTS.asMatchPredicate());
    assertThat(out.toString())
        .contains("# Out of bounds values : 0 OK", "# Avg bus bandwidth    : ");
  }

  /** Rails share NICs, as they do in a gap report; at 32 MiB not all time is bandwidth. */
  @Test
  void shouldTakeHostsToHaveTheNicsThatItIsTold() {
    String[] usual = {"collective", "all-gather", "--gpus", "16", "--sizes", "32MiB", "--json"};
    run(usual);
    double sold = busbw();
    run(concat(usual, "--nics", "4"));
    assertThat(busbw() / sold).isBetween(0.75, 0.9);
    run(concat(usual, "--nics", "8x200Gbps"));
    double half = busbw();
    run(concat(usual, "--nics", "4x400Gbps"));
    assertThat(busbw()).as("counted alike").isEqualTo(half);
    assertThat(run(concat(usual, "--nics", "8x200G"))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("collective", "all-reduce", "--backend", "gloo", "--nics", "2"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains("--nics 8x200G: 'G' is not a unit of rate")
        .contains("--nics: with --backend gloo each host has one NIC");
  }

  private static String[] concat(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  /** Of the first row of the JSON, which is then forgotten. */
  private double busbw() {
    JsonNode row = JsonMapper.shared().readTree(out.toString()).get("rows").get(0);
    out.getBuffer().setLength(0);
    return row.get("busbwGBps").asDouble();
  }

  /** No line is foreign to our reader of nccl-tests, and it finds both sides and who took part. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "all-gather --cluster dgx-a100 --gpus 16 --sizes 1MiB..4MiB | all_gather_perf | 16",
        "all-reduce --cluster mi300x --gpus 16 --sizes 64MiB | all_reduce_perf | 16",
        "all-to-all --sizes 3MiB,4MiB | alltoall_perf | 8",
        "reduce --cluster two-socket --sizes 1MiB..2MiB | reduce_perf | 4",
        "all-reduce --gpus 16 --sizes 1MiB --algorithm ring --protocol ll | all_reduce_perf | 16"
      })
  void shouldBeReadAsNcclTests(String arguments, String program, int ranks) {
    assertThat(run(("collective " + arguments).split(" "))).isEqualTo(ExitCodes.CLEAN);
    SourceReading reading =
        FormatCatalogue.reader().read(FactSource.of("test.txt"), out.toString());
    assertThat(reading.notes()).isEmpty();
    assertThat(reading.sections())
        .allSatisfy(section -> assertThat(section.unrecognized()).isEmpty());
    FactSet facts = new FactSet(reading.facts());
    assertThat(facts.subjects(SubjectKind.RANK)).hasSize(ranks);
    assertThat(reading.facts()).anyMatch(fact -> fact.value().equals(program));
    long rows = out.toString().lines().filter(line -> !line.startsWith("#")).count();
    for (String key : List.of("out-of-place.busbw.gbytes", "in-place.time.us", "in-place.wrong")) {
      assertThat(reading.facts()).filteredOn(fact -> fact.key().equals(key)).hasSize((int) rows);
    }
  }

  @Test
  void shouldBeWhatGapReads(@TempDir Path folder) throws IOException {
    run("collective all-reduce --gpus 16 --sizes 1MiB..4MiB".split(" "));
    Path table = Files.writeString(folder.resolve("c.txt"), out.toString());
    out.getBuffer().setLength(0);
    assertThat(run("gap", table.toString())).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString()).contains("all-reduce on 2 x dgx-h100, 16 GPUs", "1MiB", "4MiB");
  }

  /** Out of place an all-gather copies what a rank brings; for others one run is both. */
  @Test
  void shouldRunInPlaceWhereItDiffers() {
    JsonNode row = onlyRow("all-gather --cluster dgx-a100 --gpus 8 --sizes 64MiB");
    double outOfPlace = row.get("outOfPlace").get("timeSeconds").asDouble();
    double inPlace = row.get("inPlace").get("timeSeconds").asDouble();
    assertThat(inPlace).isLessThan(outOfPlace);
    assertThat(row.get("timeSeconds").asDouble()).isEqualTo(outOfPlace);
    JsonNode other = onlyRow("all-reduce --cluster dgx-a100 --gpus 8 --sizes 64MiB");
    assertThat(other.get("inPlace")).isEqualTo(other.get("outOfPlace"));
    JsonNode asked =
        onlyRow("all-gather --cluster dgx-a100 --gpus 8 --sizes 64MiB --set workload.inPlace=true");
    assertThat(asked.get("outOfPlace").isNull()).isTrue();
    assertThat(asked.get("inPlace").get("timeSeconds").asDouble()).isEqualTo(inPlace);
  }

  /** nccl-tests does not look at what an all-to-all leaves in its own input. */
  @Test
  void shouldVouchForNoValuesThatNcclTestsDoesNotLookAt() {
    JsonNode row = onlyRow("all-to-all --gpus 8 --sizes 1MiB");
    assertThat(row.get("outOfPlace").get("wrong").asInt(-1)).isZero();
    assertThat(row.get("inPlace").get("wrong").isNull()).isTrue();
  }

  /** RCCL's tables say 9 times what a run takes, and AMD measured a quarter of. */
  @Test
  void shouldSayWhatRcclExpectsForWhat() {
    run("collective all-reduce --cluster mi300x --gpus 16 --sizes 64MiB".split(" "));
    assertThat(out.toString()).contains("RCCL computes these times only to choose an algorithm");
    out.getBuffer().setLength(0);
    run("collective all-reduce --cluster dgx-h100 --gpus 16 --sizes 64MiB".split(" "));
    assertThat(out.toString()).doesNotContain("# Note");
  }

  /** A thread has GPUs of the machine that it runs on, and of those that take part. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--gpus 8 --set workload.gpusPerThread=9 | but only 8 of dgx-h100 take part",
        "--gpus 16 --set workload.gpusPerThread=16 | but only 8 of dgx-h100 take part",
        "--gpus 4 --per-machine 2 --set workload.gpusPerThread=4 | but only 2 of dgx-h100 take part",
        "--cluster mi300x --set workload.nvls=true | mi300x has no reducing NVLink switch",
        "--cluster mi300x --gpus 24 --sharp | on mi300x is not known",
      })
  void shouldRefuseWhatMachinesDoNotHave(String line) {
    String[] told = line.split(" \\| ");
    assertThat(run(("collective all-reduce --sizes 8B " + told[0]).split(" ")))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(told[1]);
  }

  private JsonNode onlyRow(String arguments) {
    out.getBuffer().setLength(0);
    assertThat(run(("collective " + arguments + " --json").split(" "))).isEqualTo(ExitCodes.CLEAN);
    JsonNode rows = JsonMapper.shared().readTree(out.toString()).get("rows");
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  @Test
  void shouldSayTheSameInJson() {
    run("collective", "all-reduce", "--gpus", "16", "--sizes", "4MiB", "--json");
    JsonNode root = JsonMapper.shared().readTree(out.toString());
    JsonNode row = root.get("rows").get(0);
    assertThat(row.get("sizeBytes").asLong()).isEqualTo(4 << 20);
    assertThat(row.get("count").asLong()).isEqualTo(1 << 20);
    double algbw = (4 << 20) / row.get("timeSeconds").asDouble() * 1e-9;
    assertThat(row.get("algbwGBps").asDouble()).isCloseTo(algbw, within(1e-6));
    assertThat(row.get("busbwGBps").asDouble()).isCloseTo(algbw * 30 / 16, within(1e-6));
    assertThat(row.get("ran").get("protocol").asString()).isNotBlank();
  }

  /** Without GPUDirect NCCL has no LL128: what it would choose is what the machines ran. */
  @ParameterizedTest
  @CsvSource({"dgx-a100, 16", "dgx-h100, 16", "sd665n-h100, 8"})
  void shouldSayWhatNcclWouldChooseOnTheMachinesThatRan(String machine, String gpus) {
    run(
        ("collective all-reduce --cluster %s --gpus %s --sizes 1MiB --json"
                + " --set workload.gpuDirect=false")
            .formatted(machine, gpus)
            .split(" "));
    JsonNode row = JsonMapper.shared().readTree(out.toString()).get("rows").get(0);
    assertThat(row.get("ran").get("protocol").asString()).isEqualTo("simple");
    assertThat(row.get("ncclChooses")).isEqualTo(row.get("ran"));
  }

  /** nccl-tests makes 20; where they do not overlap one says the same. */
  @ParameterizedTest
  @CsvSource({
    "reduce, 1MiB, , 20",
    "reduce, 2GiB, , 2",
    "reduce, 1MiB, 3, 3",
    "all-reduce, 1MiB, , 1"
  })
  void shouldSayHowManyCallsATimeIsOf(String collective, String size, String repeat, int calls) {
    String command = "collective %s --gpus 8 --sizes %s".formatted(collective, size);
    String all = repeat == null ? command : command + " --repeat " + repeat;
    run((all + " --json").split(" "));
    JsonNode row = JsonMapper.shared().readTree(out.toString()).get("rows").get(0);
    assertThat(row.get("calls").asInt()).isEqualTo(calls);
    out.getBuffer().setLength(0);
    run(all.split(" "));
    assertThat(out.toString().contains("calls in a row")).isEqualTo(calls > 1);
  }

  @Test
  void shouldRunGlooBetweenProcesses() {
    String asked = "collective reduce --backend gloo --processes 4 --sizes 64KiB..128KiB";
    assertThat(run(asked.split(" "))).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString())
        .contains("# Simulated            : reduce on 4 processes on hosts with 400Gbps each\n")
        .doesNotContain("NCCL:", "_perf", "Using devices");
    assertThat(out.toString().lines().filter(line -> !line.startsWith("#")))
        .hasSize(2)
        .allMatch(NCCL_TESTS.asMatchPredicate());
    assertThat(out.toString()).contains("131072  ring ");
  }

  @Test
  void shouldSayInJsonWhoseItWas() {
    String asked = "collective gather --backend gloo --processes 4 --sizes 64KiB --json";
    assertThat(run(asked.split(" "))).isEqualTo(ExitCodes.CLEAN);
    JsonNode root = JsonMapper.shared().readTree(out.toString());
    assertThat(root.get("backend").asString()).isEqualTo("gloo");
    JsonNode row = root.get("rows").get(0);
    assertThat(row.get("ran").get("algorithm").asString()).isEqualTo("direct");
    assertThat(row.get("ran").has("protocol")).isFalse();
    assertThat(row.get("ncclChooses").isNull()).isTrue();
    double busbw = 3.0 / 4 * (64 << 10) / row.get("timeSeconds").asDouble() * 1e-9;
    assertThat(row.get("busbwGBps").asDouble()).isCloseTo(busbw, within(1e-6));
  }

  /** What the first GPU's NIC takes in: the parts of the 8 GPUs of the other machine. */
  @Test
  void shouldGatherAtTheFirstGpu() {
    assertThat(run("collective gather --gpus 16 --sizes 16MiB --json".split(" ")))
        .isEqualTo(ExitCodes.CLEAN);
    JsonNode row = JsonMapper.shared().readTree(out.toString()).get("rows").get(0);
    double wire = 8.0 / 16 * (16 << 20) * 8 / 400e9;
    assertThat(row.get("timeSeconds").asDouble()).isBetween(wire, 1.5 * wire);
  }

  @Test
  void shouldLeaveAPicture(@TempDir Path folder) throws IOException {
    String to = folder.toString();
    run("collective", "broadcast", "--sizes", "1MiB..4MiB", "--quiet", "--out", to);
    assertThat(out.toString()).isEmpty();
    assertThat(Files.readString(folder.resolve("collective.svg")))
        .startsWith("<svg")
        .contains("1MiB: ", "broadcast on 1 x dgx-h100", ">bus bandwidth</text>", ">time</text>")
        .contains("prefers-color-scheme: dark");
    assertThat(folder.resolve("collective.json")).isNotEmptyFile();
  }

  @Test
  void shouldDrawSizesWhereTheyBelong(@TempDir Path folder) throws IOException {
    String asked = "collective broadcast --sizes 1MiB,4MiB,64MiB --quiet --out " + folder;
    assertThat(run(asked.split(" "))).isEqualTo(ExitCodes.CLEAN);
    // log2: 20, 22 and 26 over 660 pixels from 72 on
    assertThat(Files.readString(folder.resolve("collective.svg")))
        .contains("cx=\"72.0\"", "cx=\"292.0\"", "cx=\"732.0\"");
  }

  @Test
  void shouldRunTheSizesThatAreListed() {
    String asked = "collective all-gather --gpus 16 --sizes 3MiB,64KiB,1MiB..2MiB,1MiB --json";
    assertThat(run(asked.split(" "))).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString().lines().filter(line -> line.contains("\"sizeBytes\"")))
        .extracting(line -> line.replaceAll("\\D", ""))
        .containsExactly("65536", "1048576", "2097152", "3145728");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "all-reduce --gpus 60|60 GPUs do not fill whole machines of dgx-h100, which have 8 each; 56 or 64 would",
        "all-reduce --gpus 1|1 GPU does not fill whole machines of dgx-h100, which have 8 each; 8 would",
        "all-reduce --sizes 8|has no unit",
        "all-reduce --sizes 1MiB;2MiB|write one as 64MiB, several as 1MiB,12MB,64MiB, or a "
            + "doubling range as 8B..64MiB",
        "all-reduce --sizes 1MiB,|--sizes 1MiB,: a size is missing; write one as 64MiB",
        "all-reduce --sizes 1MiB,0B|--sizes 1MiB,0B: a size must be 1B or more",
        "all-reduce --sizes 8MiB..8KiB|the last is below the first; write 8KiB..8MiB",
        "some-reduce|is not one of",
        "all-reduce --cluster dgx|is not one of dgx-a100",
        "all-reduce --algorithm pat|workload.algorithm",
        "broadcast --algorithm tree|NCCL has no broadcast",
        "all-reduce --set workload.siz=1|did you mean 'size'?",
        "all-reduce --backend mpi|--backend: 'mpi' is not one of nccl, gloo",
        "all-reduce --backend gloo --gpus 4|--processes sets their number",
        "all-reduce --backend gloo --processes 1|2 or more",
        "all-reduce --processes 4|--gpus, or --backend gloo",
        "reduce --backend gloo --algorithm bcube|Gloo has no reduce with algorithm bcube"
      })
  void shouldSayWhatWouldBeRight(String arguments, String words) {
    assertThat(run(("collective " + arguments).split(" "))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(words).doesNotContain("Exception");
  }
}
