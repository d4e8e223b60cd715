package dev.headroom.model.gloo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.schedule.WorkerStep;
import dev.headroom.model.script.ScriptedSchedule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class GlooTest {
  private static final int[] RANKS = {2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 16, 24};
  private static final long[] SIZES = {0, 4, 1_000, 1_001, 4_000, 1 << 20, 10_000_020};

  static Stream<Arguments> collectives() {
    return Arrays.stream(Collective.values())
        .flatMap(each -> GlooAlgorithm.of(each).map(how -> Arguments.of(how, each)));
  }

  /** No process waits for ever, and nothing that is sent is left lying. */
  @ParameterizedTest
  @MethodSource("collectives")
  void shouldEndWithEveryMessageSentAndTaken(GlooAlgorithm algorithm, Collective collective) {
    for (int ranks : RANKS) {
      for (long size : SIZES) {
        run(Gloo.schedule(algorithm, collective, ranks, size, 0));
      }
    }
  }

  /** Of whole parts no algorithm sends more than there is. */
  @ParameterizedTest
  @MethodSource("collectives")
  void shouldSendWhatThereIs(GlooAlgorithm algorithm, Collective collective) {
    for (int ranks : new int[] {2, 4, 8, 16}) {
      long size = 4L * 1024 * ranks * ranks;
      ScriptedSchedule schedule = Gloo.schedule(algorithm, collective, ranks, size, 0);
      long least = Math.round(size * (ranks - 1.0) * timesRound(collective, ranks));
      assertThat(data(schedule)).as("%d processes", ranks).isEqualTo(least);
    }
  }

  /**
   * How often a buffer passes n - 1 processes: a reduction goes round, and then to whom it goes.
   */
  private static double timesRound(Collective collective, int ranks) {
    return switch (collective) {
      case ALL_REDUCE -> 2;
      case REDUCE -> 1 + 1.0 / ranks;
      case GATHER, SCATTER -> 1.0 / ranks;
      default -> 1;
    };
  }

  /**
   * What Gloo's own code, commit 70dc360, wrote to its connections on one machine: every message of
   * each process to each other one, kind by kind, in order.
   */
  @Test
  void shouldSendWhatGlooSends() throws IOException {
    List<String> wrong = new ArrayList<>();
    String text = recorded();
    for (String run : text.split("\n(?=run )", -1)) {
      List<String> lines = run.strip().lines().toList();
      String[] asked = lines.getFirst().split(" ");
      GlooAlgorithm algorithm = GlooAlgorithm.named(asked[1]).orElseThrow();
      Collective collective = Collective.named(asked[2]).orElseThrow();
      int ranks = Integer.parseInt(asked[3]);
      long size = Long.parseLong(asked[4]);
      List<String> own = told(Gloo.schedule(algorithm, collective, ranks, size, 0));
      if (!own.equals(lines.subList(1, lines.size()))) {
        wrong.add(lines.getFirst() + " is here " + own);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(text.split("\nrun ", -1)).hasSizeGreaterThan(50);
  }

  private static String recorded() throws IOException {
    try (InputStream in = GlooTest.class.getResourceAsStream("messages.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A line for each pair and kind: {@code 0>1 data 1000 24}; equal ones as {@code 1000*3}. */
  private static List<String> told(ScriptedSchedule schedule) {
    Map<String, List<String>> told = new TreeMap<>();
    for (int line = 0; line < schedule.lines(); line++) {
      int from = schedule.rank(schedule.sender(line));
      int to = schedule.rank(schedule.receiver(line));
      if (from != to) {
        List<String> sizes =
            told.computeIfAbsent(
                "%d>%d %s".formatted(from, to, schedule.kind(line)), key -> new ArrayList<>());
        for (int k = 0; k < schedule.messages(line); k++) {
          sizes.add(Long.toString(schedule.bytes(line, k)));
        }
      }
    }
    List<String> text = new ArrayList<>();
    told.forEach((key, sizes) -> text.add(key + " " + String.join(" ", folded(sizes))));
    return text;
  }

  private static List<String> folded(List<String> sizes) {
    List<String> folded = new ArrayList<>();
    for (int i = 0; i < sizes.size(); ) {
      int same = i;
      while (same < sizes.size() && sizes.get(same).equals(sizes.get(i))) {
        same++;
      }
      folded.add(same - i == 1 ? sizes.get(i) : sizes.get(i) + "*" + (same - i));
      i = same;
    }
    return folded;
  }

  private static long data(ScriptedSchedule schedule) {
    long all = 0;
    for (int line = 0; line < schedule.lines(); line++) {
      for (int k = 0; k < schedule.messages(line) && schedule.kind(line).equals("data"); k++) {
        boolean expected = schedule.sender(line) != schedule.rank(schedule.sender(line));
        all += schedule.bytes(line, k) - (expected ? 2L : 1L) * Gloo.HEADER;
      }
    }
    return all;
  }

  private static void run(ScriptedSchedule schedule) {
    int[] next = new int[schedule.workers()];
    int[] sent = new int[schedule.lines()];
    int[] taken = new int[schedule.lines()];
    WorkerStep step = new WorkerStep();
    boolean progress = true;
    while (progress) {
      progress = false;
      for (int worker = 0; worker < next.length; worker++) {
        while (next[worker] < schedule.steps(worker)) {
          schedule.step(worker, next[worker], step);
          if (!isReady(schedule, worker, step, sent, taken)) {
            break;
          }
          for (int i = 0; i < step.receives(); i++) {
            taken[step.received(i)]++;
          }
          for (int i = 0; i < step.sends(); i++) {
            assertThat(schedule.sender(step.sent(i))).isEqualTo(worker);
            sent[step.sent(i)]++;
          }
          next[worker]++;
          progress = true;
        }
      }
    }
    for (int worker = 0; worker < next.length; worker++) {
      assertThat(next[worker]).as("steps of worker %d", worker).isEqualTo(schedule.steps(worker));
    }
    for (int line = 0; line < sent.length; line++) {
      assertThat(sent[line]).isEqualTo(schedule.messages(line));
      assertThat(taken[line]).isEqualTo(sent[line]);
    }
  }

  private static boolean isReady(
      ScriptedSchedule schedule, int worker, WorkerStep step, int[] sent, int[] taken) {
    boolean ready = true;
    for (int i = 0; i < step.receives(); i++) {
      int line = step.received(i);
      assertThat(schedule.receiver(line)).isEqualTo(worker);
      ready &= sent[line] > taken[line];
    }
    return ready;
  }
}
