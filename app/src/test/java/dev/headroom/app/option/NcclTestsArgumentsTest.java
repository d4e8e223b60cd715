package dev.headroom.app.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.collective.SweepRequest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Against what nccl-tests itself goes through: src/common.cu, parsesize and TimeTest. */
final class NcclTestsArgumentsTest {
  private static final Machine DGX = MachineCatalogue.named("dgx-h100").orElseThrow();

  @CommandLine.Command
  private static final class Line {
    @CommandLine.Mixin private final NcclTestsArguments tests = new NcclTestsArguments();
  }

  private static NcclTestsArguments parsed(String line) {
    Line command = new Line();
    new CommandLine(command).parseArgs(line.split(" "));
    command.tests.check();
    return command.tests;
  }

  private static List<Long> sizes(String line) {
    return parsed(line).sizes().orElseThrow();
  }

  @Test
  void shouldGoThroughTheSizesOfNcclTests() {
    assertThat(sizes("-b 8 -e 128M -f 2"))
        .hasSize(25)
        .startsWith(8L, 16L)
        .endsWith(64L << 20, 128L << 20);
    assertThat(sizes("-b 1M -e 3M")).containsExactly(1L << 20, 2L << 20, 3L << 20);
    assertThat(sizes("--minbytes 1k --maxbytes 1g --stepfactor 1024"))
        .containsExactly(1L << 10, 1L << 20, 1L << 30);
    assertThat(sizes("-b 100 -e 400 -i 100")).containsExactly(100L, 200L, 300L, 400L);
    assertThat(sizes("-b 1.5M -e 1.5M")).containsExactly(3L << 19);
    assertThat(sizes("-b 1MiB -e 1MiB")).containsExactly(1L << 20);
    assertThat(sizes("-f 2")).containsExactly(32L << 20);
    assertThat(sizes("-b 1048575G -e 1048576G -f 2147483647")).containsExactly(1_048_575L << 30);
    assertThat(sizes("-e 34M")).containsExactly(32L << 20, 33L << 20, 34L << 20);
    assertThat(sizes("-b 1M -e 3M -f 0")).hasSize(3).isEqualTo(sizes("-b 1M -e 3M -f 1"));
    assertThat(sizes("-b 8 -e 24 -f 1 -i 8")).containsExactly(8L, 16L, 24L);
    assertThat(parsed("-g 8").sizes()).isEmpty();
  }

  /**
   * {@code writeDeviceReport} of src/util.cu: {@code (stepFactor > 1) ? stepFactor : stepBytes}.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          -g 8 -b 8 -e 100 -f 3;     1; 8; 8;        100;      3(factor)
          -t 2 -b 8 -e 8 -f 1;       2; 1; 8;        8;        1048576(bytes)
          -b 1k -e 4k -i 1k;         1; 1; 1024;     4096;     1024(bytes)
          -f 2;                      1; 1; 33554432; 33554432; 2(factor)
          """)
  void shouldSayWhatWasAskedFor(
      String line, int threads, int gpus, long least, long most, String step) {
    assertThat(parsed(line).sweepRequest(sizes(line), gpus))
        .isEqualTo(new SweepRequest(threads, gpus, least, most, step));
  }

  @Test
  void shouldSayOfSizesOfOurOwnHowTheyFollow() {
    assertThat(parsed("-g 8").sweepRequest(List.of(8L, 16L), 8))
        .isEqualTo(new SweepRequest(1, 8, 8, 16, "2(factor)"));
    assertThat(parsed("-t 1").sweepRequest(List.of(8L, 15L), 1).step()).isEqualTo("as listed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          -b 128MB;          nccl-tests reads that as 128MiB, but MB is a power of ten elsewhere; write 128M
          -b 64M;            -b 64M is more than -e 32M, the default
          -b x;              not a size; write it like 8, 128K, 128M or 1G
          -b 8 -f 2 -i 8;    remove one of them
          -i 0;              use 1 byte or more
          -b 0;              use 1 byte or more
          -f -2;             use 2 or more
          -b 1 -e 1G -i 1;   more than 100,000 sizes
          -b 99999999G;      use at most 1024T
          """)
  void shouldSayWhatIsWrongWithSizes(String line, String told) {
    assertThatThrownBy(() -> sizes(line))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          -w 5;    ''
          -c 0;    ''
          -p 1;    ''
          -m 1;    ''
          -o sum;  ''
          -d float;''
          -r 0;    ''
          -a 3;    ''
          -z 0;    ''
          -G 0;    ''
          -m 4;    -n makes that many calls one after another
          -o all;  ranks compute sums here
          -o prod; move as many bytes, so remove it
          -d half; elements are floats
          -r all;  the root is rank 0
          -a 1;    times are those of the last rank
          -z 1;    -n 1 measures single calls
          -G 2;    CUDA graph
          """)
  void shouldTakeWhatMeansTheSameAndSayWhatToUse(String line, String told) {
    if (told.isEmpty()) {
      assertThat(parsed(line).sizes()).isEmpty();
    } else {
      assertThatThrownBy(() -> parsed(line))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining(told);
    }
  }

  @Test
  void shouldCountGpusAsNcclTestsDoes() {
    assertThat(parsed("-g 8").gpus(DGX, null)).hasValue(8);
    assertThat(parsed("-t 2 -g 4").gpus(DGX, null)).hasValue(8);
    assertThat(parsed("-g 4").gpus(DGX, 40)).isEmpty();
    assertThat(parsed("-w 5").gpus(DGX, null)).isEmpty();
    assertThatThrownBy(() -> parsed("-g 16").gpus(DGX, null))
        .hasMessage(
            "-g 16: a process has GPUs of one machine, and dgx-h100 has 8; set the total "
                + "number with --gpus 16");
    assertThatThrownBy(() -> parsed("-g 8").gpus(DGX, 12))
        .hasMessageContaining("not a whole number");
  }

  @Test
  void shouldKnowProgramsByName() {
    assertThat(NcclTestsArguments.program("./build/all_reduce_perf"))
        .hasValue(Collective.ALL_REDUCE);
    assertThat(NcclTestsArguments.program("alltoall_perf")).hasValue(Collective.ALL_TO_ALL);
    assertThat(NcclTestsArguments.program("hypercube_perf")).isEmpty();
  }

  @Test
  void shouldMeasureAsOurOwnOptionsDo() {
    assertThat(printed("all_reduce_perf", "-b", "8", "-e", "32K", "-f", "8", "-g", "8", "-n", "1"))
        .isEqualTo(
            printed(
                "all-reduce",
                "--sizes",
                "8B,64B,512B,4KiB,32KiB",
                "--gpus",
                "8",
                "--repeat",
                "1",
                "--set",
                "workload.gpusPerThread=8"))
        .contains("32768", "nThread 1 nGpus 8 minBytes 8 maxBytes 32768 step: 8(factor)");
  }

  private static String printed(String... args) {
    StringWriter out = new StringWriter();
    String[] all = Stream.concat(Stream.of("collective"), Stream.of(args)).toArray(String[]::new);
    assertThat(Headroom.run(new PrintWriter(out), new PrintWriter(out), all))
        .as(out.toString())
        .isZero();
    return out.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          collective all-reduce -F x.csv;        there is no option '-F' here: --out DIR writes collective.json
          collective all-reduce -b 8 --sizes 8B; both set the sizes; leave one of them out
          perf write_bw -e;                      there is no option '-e' here: completions are polled here
          perf write_bw -f 1;                    there is no option '-f' here: with -D a quarter
          perf send_bw -g 2;                     there is no option '-g' here: multicast is not supported
          perf write_bw --post_list=8;           there is no option '--post_list' here: requests are posted one by one
          """)
  void shouldSayWhatToUseInPlaceOfAnOption(String line, String told) {
    StringWriter err = new StringWriter();
    assertThat(Headroom.run(new PrintWriter(err), new PrintWriter(err), line.split(" ")))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(told);
  }
}
