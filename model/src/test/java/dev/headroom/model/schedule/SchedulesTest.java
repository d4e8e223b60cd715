package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.Algorithm;
import dev.headroom.model.collective.Choice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.Machines;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every schedule, whatever it is for. */
final class SchedulesTest {
  private static final long SIZE = 10_000_019;

  static Stream<Arguments> schedules() {
    Stream.Builder<Arguments> all = Stream.builder();
    for (String machine : new String[] {"dgx-a100", "dgx-h100", "two-socket"}) {
      for (int machines : new int[] {1, 2, 3, 8}) {
        for (Collective collective : Collective.values()) {
          for (Protocol protocol : Protocol.values()) {
            for (Algorithm algorithm : Algorithm.values()) {
              boolean has =
                  Schedules.has(collective, algorithm) && fits(machine, algorithm, protocol);
              if (has && (collective.isTuned() || protocol == Protocol.SIMPLE)) {
                all.add(
                    Arguments.of(
                        machine,
                        machines,
                        collective,
                        collective.isTuned()
                            ? Optional.of(new Choice(algorithm, protocol, 0))
                            : Optional.empty()));
              }
            }
          }
        }
      }
    }
    return all.build();
  }

  private static boolean fits(String machine, Algorithm algorithm, Protocol protocol) {
    return switch (algorithm) {
      case NVLS, NVLS_TREE -> machine.equals("dgx-h100") && protocol == Protocol.SIMPLE;
      case PAT -> false; // wants one GPU a machine
      case COLLNET_DIRECT, COLLNET_CHAIN -> false; // want switches that reduce
      default -> true;
    };
  }

  /** Where messages have room for a power of two of chunks, no more is sent than there is. */
  @ParameterizedTest
  @CsvSource({
    "2, 10000019",
    "4, 10000019",
    "16, 1000",
    "64, 10000019",
    "64, 1000000000",
    "3, 10000019",
    "24, 5000",
    "100, 10000019"
  })
  void shouldEndByPat(int machines, long size) {
    Machine one = Machines.named("dgx-h100").orElseThrow().first(1);
    Cluster cluster = new Cluster(one, machines, false);
    Optional<Choice> pat = Optional.of(new Choice(Algorithm.PAT, Protocol.SIMPLE, 0));
    long least = size / machines * machines * (machines - 1);
    long gathered =
        run(Schedules.of(cluster, Collective.ALL_GATHER, pat, Cut.BY_NCCL, size), false);
    assertThat(gathered).isEqualTo(least);
    long scattered =
        run(Schedules.of(cluster, Collective.REDUCE_SCATTER, pat, Cut.BY_NCCL, size), false);
    boolean whole = Integer.bitCount(machines) == 1;
    assertThat(scattered).isBetween(least, whole ? least : 2 * least);
  }

  /** Up and down once for each machine, and once for each leaf of a tree of switches. */
  @ParameterizedTest
  @CsvSource({"2, 9, 0", "3, 3, 0", "8, 9, 0", "2, 1, 2", "5, 2, 3", "8, 3, 3", "9, 8, 2"})
  void shouldEndWhereSwitchesReduce(int machines, int perSwitch, int leaves) {
    Cluster cluster =
        new Cluster(Machines.named("dgx-h100").orElseThrow(), machines, true).at(perSwitch);
    assertThat(cluster.leaves()).isEqualTo(leaves);
    Optional<Choice> nvls = Optional.of(new Choice(Algorithm.NVLS, Protocol.SIMPLE, 0));
    Schedule schedule = Schedules.of(cluster, Collective.ALL_REDUCE, nvls, Cut.BY_NCCL, SIZE);
    long moved = run(schedule, true);
    assertThat(moved).isEqualTo(2 * SIZE * (8L * machines + machines + leaves));
  }

  /** Within a machine 7 of 8 GPUs send a head its share, or 7 links of a chain carry it all. */
  @ParameterizedTest
  @CsvSource({
    "2, 8, COLLNET_DIRECT",
    "3, 8, COLLNET_DIRECT",
    "8, 8, COLLNET_DIRECT",
    "7, 3, COLLNET_DIRECT",
    "2, 8, COLLNET_CHAIN",
    "3, 8, COLLNET_CHAIN",
    "8, 8, COLLNET_CHAIN",
    "7, 3, COLLNET_CHAIN"
  })
  void shouldEndByCollNet(int machines, int perSwitch, Algorithm algorithm) {
    Cluster cluster =
        new Cluster(Machines.named("dgx-h100").orElseThrow(), machines, true).at(perSwitch);
    Optional<Choice> choice = Optional.of(new Choice(algorithm, Protocol.SIMPLE, 0));
    for (long size : new long[] {8, 100_000, SIZE}) {
      Schedule schedule = Schedules.of(cluster, Collective.ALL_REDUCE, choice, Cut.BY_NCCL, size);
      assertThat(run(schedule, size == SIZE))
          .isEqualTo(2 * size * (8 * machines + cluster.leaves()));
    }
  }

  /** Rows and pieces by hand, from enqueue.cc. */
  @Test
  void shouldCutAsCollNetDoes() {
    Communicator of = new Cluster(Machines.named("dgx-h100").orElseThrow(), 4, true).communicator();
    assertThat(of.channels()).isEqualTo(16);
    // 1 GiB: 2^30 / (16 * 8 * 512 KiB) = 16 rounds are fewer than 128, so 128 KiB it is.
    assertThat(Chunks.directChannels(of, 8, 1L << 30)).isEqualTo(16);
    assertThat(Chunks.directChunk(512 << 10, 16, 8, 1L << 30)).isEqualTo(128 << 10);
    // 16 MiB are fewer than 12 * 8 * 320 KiB; then half the price, and 11 channels are worth it.
    assertThat(Chunks.directChannels(of, 8, 16 << 20)).isEqualTo(11);
    assertThat(Chunks.directChunk(512 << 10, 11, 8, 16 << 20)).isEqualTo(32 << 10);
    assertThat(Chunks.chainChannels(of, 1 << 20)).isEqualTo(3);
    assertThat(Chunks.chainChunk(of, 512 << 10, 16, 64 << 20)).isEqualTo(64 << 10);
  }

  /** A ring's chunk is half of the buffer and goes in two slices, a tree's is a slot of eight. */
  @ParameterizedTest
  @CsvSource({
    "RING, SIMPLE, 4, 1024",
    "RING, SIMPLE, 8, 2048",
    "RING, SIMPLE, 1, 256",
    "TREE, SIMPLE, 8, 1024",
    "RING, LL128, 8, 562.5"
  })
  void shouldCutByTheBuffer(
      Algorithm algorithm, Protocol protocol, long bufferMiB, double messageKiB) {
    Cut cut =
        new Cut(Optional.of(1), Optional.of(bufferMiB << 20), Optional.empty(), Optional.empty());
    Schedule schedule =
        Schedules.of(
            new Cluster(Machines.named("dgx-h100").orElseThrow(), 2, false),
            Collective.ALL_REDUCE,
            Optional.of(new Choice(algorithm, protocol, 0)),
            cut,
            1L << 30);
    assertThat(schedule.bytes(0, 0)).isEqualTo((long) (messageKiB * 1024));
  }

  private static Schedule make(
      String machine, int machines, Collective collective, Optional<Choice> choice) {
    Cluster cluster = new Cluster(Machines.named(machine).orElseThrow(), machines, false);
    return Schedules.of(cluster, collective, choice, Cut.BY_NCCL, SIZE);
  }

  /** Everybody takes a step as soon as all it waits for has been sent: in the end all are done. */
  @ParameterizedTest
  @MethodSource("schedules")
  void shouldEndWithEveryMessageSentAndTaken(
      String machine, int machines, Collective collective, Optional<Choice> choice) {
    long all = run(make(machine, machines, collective, choice), true);
    int ranks = machines * Machines.named(machine).orElseThrow().gpus();
    boolean nvls = choice.map(Choice::algorithm).map(Algorithm::isNvls).orElse(false);
    // Every GPU to and from the heads, and over the tree up and down between machines.
    long moved = nvls ? 2 * SIZE * (ranks + machines - 1) : moved(collective, ranks);
    assertThat(all).isEqualTo(moved);
  }

  /** A worker that is told how many steps are alike does not ask for those. */
  @ParameterizedTest
  @CsvSource({
    "ALL_REDUCE, 1, 201326592",
    "ALL_REDUCE, 2, 201326592",
    "ALL_REDUCE, 2, 1000000007",
    "ALL_GATHER, 1, 1000000000",
    "ALL_GATHER, 3, 50331648",
    "REDUCE_SCATTER, 2, 3145728",
    "BROADCAST, 2, 67108864",
    "REDUCE, 2, 67108865"
  })
  void shouldSayHowManyStepsAreAlike(Collective collective, int machines, long size) {
    Optional<Choice> ring = Optional.of(new Choice(Algorithm.RING, Protocol.SIMPLE, 0));
    Cluster cluster = new Cluster(Machines.named("dgx-a100").orElseThrow(), machines, false);
    Schedule schedule = Schedules.of(cluster, collective, ring, Cut.BY_NCCL, size);
    Step step = new Step();
    Step later = new Step();
    int most = 0;
    for (int worker = 0; worker < schedule.workers(); worker++) {
      for (int index = 0; index < schedule.steps(worker); index++) {
        schedule.step(worker, index, step);
        if (step.times() > 1) {
          schedule.step(worker, index + 1, later);
          assertThat(later.times()).isGreaterThanOrEqualTo(step.times() - 1);
          assertThat(isSame(later, step)).as("step %d of worker %d", index, worker).isTrue();
        }
        most = Math.max(most, step.times());
      }
    }
    assertThat(most).isGreaterThan(1);
  }

  private static boolean isSame(Step one, Step other) {
    boolean same =
        one.bytes() == other.bytes()
            && one.keptBytes() == other.keptBytes()
            && one.signals() == other.signals()
            && one.receives() == other.receives()
            && one.sends() == other.sends();
    for (int i = 0; same && i < one.receives(); i++) {
      same = one.received(i) == other.received(i);
    }
    for (int i = 0; same && i < one.sends(); i++) {
      same = one.sent(i) == other.sent(i);
    }
    return same;
  }

  /**
   * Takes all steps; returns how many bytes were sent.
   *
   * @param alone whether each message is the work of one step
   */
  private static long run(Schedule schedule, boolean alone) {
    int[] next = new int[schedule.workers()];
    int[] sent = new int[schedule.lines()];
    int[] taken = new int[schedule.lines()];
    long[] bytes = new long[schedule.lines()];
    Step step = new Step();
    boolean progress = true;
    while (progress) {
      progress = false;
      for (int worker = 0; worker < next.length; worker++) {
        while (next[worker] < schedule.steps(worker)) {
          schedule.step(worker, next[worker], step);
          boolean ready = true;
          for (int i = 0; i < step.receives(); i++) {
            int line = step.received(i);
            assertThat(schedule.receiver(line)).isEqualTo(worker);
            ready &= sent[line] > taken[line];
          }
          if (!ready) {
            break;
          }
          for (int i = 0; i < step.receives(); i++) {
            taken[step.received(i)]++;
          }
          for (int i = 0; i < step.sends(); i++) {
            int line = step.sent(i);
            assertThat(schedule.sender(line)).isEqualTo(worker);
            long data = schedule.bytes(line, sent[line]);
            if (alone) {
              assertThat(step.bytes()).isIn(0L, data, data + 1);
            }
            bytes[line] += data;
            sent[line]++;
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
      assertThat(sent[line]).as("line %d", line).isEqualTo(schedule.messages(line));
      assertThat(taken[line]).as("line %d", line).isEqualTo(sent[line]);
    }
    long all = 0;
    for (long each : bytes) {
      all += each;
    }
    return all;
  }

  /** Bytes that all ranks together send: the least there is. */
  private static long moved(Collective collective, long ranks) {
    return switch (collective) {
      case ALL_REDUCE -> 2 * (ranks - 1) * SIZE;
      case ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE -> (ranks - 1) * SIZE;
      case ALL_TO_ALL -> ranks * (ranks - 1) * (SIZE / ranks);
      case SEND_RECV -> ranks * SIZE;
      case GATHER, SCATTER -> (ranks - 1) * (SIZE / ranks);
    };
  }
}
