package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every schedule, whatever it is for. */
final class ScheduleFactoryTest {
  private static final long SIZE = 10_000_019;

  static Stream<Arguments> schedules() {
    Stream.Builder<Arguments> all = Stream.builder();
    for (String machine : new String[] {"dgx-a100", "dgx-h100", "two-socket"}) {
      for (int machines : new int[] {1, 2, 3, 8}) {
        for (Collective collective : Collective.values()) {
          for (NcclProtocol protocol : NcclProtocol.values()) {
            for (NcclAlgorithm algorithm : NcclAlgorithm.values()) {
              boolean has =
                  ScheduleFactory.has(collective, algorithm) && fits(machine, algorithm, protocol);
              if (has && (collective.isTuned() || protocol == NcclProtocol.SIMPLE)) {
                all.add(
                    Arguments.of(
                        machine,
                        machines,
                        collective,
                        collective.isTuned()
                            ? Optional.of(new AlgorithmChoice(algorithm, protocol, 0))
                            : Optional.empty()));
              }
            }
          }
        }
      }
    }
    return all.build();
  }

  private static boolean fits(String machine, NcclAlgorithm algorithm, NcclProtocol protocol) {
    return switch (algorithm) {
      case NVLS, NVLS_TREE -> machine.equals("dgx-h100") && protocol == NcclProtocol.SIMPLE;
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
    Machine one = MachineCatalogue.named("dgx-h100").orElseThrow().first(1);
    Cluster cluster = new Cluster(one, machines, false);
    Optional<AlgorithmChoice> pat =
        Optional.of(new AlgorithmChoice(NcclAlgorithm.PAT, NcclProtocol.SIMPLE, 0));
    long least = size / machines * machines * (machines - 1);
    long gathered =
        run(
            ScheduleFactory.of(cluster, Collective.ALL_GATHER, pat, ChunkingOptions.BY_NCCL, size),
            false);
    assertThat(gathered).isEqualTo(least);
    long scattered =
        run(
            ScheduleFactory.of(
                cluster, Collective.REDUCE_SCATTER, pat, ChunkingOptions.BY_NCCL, size),
            false);
    boolean whole = Integer.bitCount(machines) == 1;
    assertThat(scattered).isBetween(least, whole ? least : 2 * least);
  }

  /** Up and down once for each machine, and once for each leaf of a tree of switches. */
  @ParameterizedTest
  @CsvSource({"2, 9, 0", "3, 3, 0", "8, 9, 0", "2, 1, 2", "5, 2, 3", "8, 3, 3", "9, 8, 2"})
  void shouldEndWhereSwitchesReduce(int machines, int perSwitch, int leaves) {
    Cluster cluster =
        new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), machines, true).at(perSwitch);
    assertThat(cluster.leaves()).isEqualTo(leaves);
    Optional<AlgorithmChoice> nvls =
        Optional.of(new AlgorithmChoice(NcclAlgorithm.NVLS, NcclProtocol.SIMPLE, 0));
    Schedule schedule =
        ScheduleFactory.of(cluster, Collective.ALL_REDUCE, nvls, ChunkingOptions.BY_NCCL, SIZE);
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
  void shouldEndByCollNet(int machines, int perSwitch, NcclAlgorithm algorithm) {
    Cluster cluster =
        new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), machines, true).at(perSwitch);
    Optional<AlgorithmChoice> choice =
        Optional.of(new AlgorithmChoice(algorithm, NcclProtocol.SIMPLE, 0));
    for (long size : new long[] {8, 100_000, SIZE}) {
      Schedule schedule =
          ScheduleFactory.of(cluster, Collective.ALL_REDUCE, choice, ChunkingOptions.BY_NCCL, size);
      assertThat(run(schedule, size == SIZE))
          .isEqualTo(2 * size * (8 * machines + cluster.leaves()));
    }
  }

  /** Rows and pieces by hand, from enqueue.cc. */
  @Test
  void shouldCutAsCollNetDoes() {
    Communicator of =
        new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), 4, true).communicator();
    assertThat(of.channels()).isEqualTo(16);
    // 1 GiB: 2^30 / (16 * 8 * 512 KiB) = 16 rounds are fewer than 128, so 128 KiB it is.
    assertThat(NcclChunking.directChannels(of, 8, 1L << 30)).isEqualTo(16);
    assertThat(NcclChunking.directChunk(512 << 10, 16, 8, 1L << 30)).isEqualTo(128 << 10);
    // 16 MiB are fewer than 12 * 8 * 320 KiB; then half the price, and 11 channels are worth it.
    assertThat(NcclChunking.directChannels(of, 8, 16 << 20)).isEqualTo(11);
    assertThat(NcclChunking.directChunk(512 << 10, 11, 8, 16 << 20)).isEqualTo(32 << 10);
    assertThat(NcclChunking.chainChannels(of, 1 << 20)).isEqualTo(3);
    assertThat(NcclChunking.chainChunk(of, 512 << 10, 16, 64 << 20)).isEqualTo(64 << 10);
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
      NcclAlgorithm algorithm, NcclProtocol protocol, long bufferMiB, double messageKiB) {
    ChunkingOptions cut =
        new ChunkingOptions(
            Optional.of(1), Optional.of(bufferMiB << 20), Optional.empty(), Optional.empty());
    Schedule schedule =
        ScheduleFactory.of(
            new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), 2, false),
            Collective.ALL_REDUCE,
            Optional.of(new AlgorithmChoice(algorithm, protocol, 0)),
            cut,
            1L << 30);
    assertThat(schedule.bytes(0, 0)).isEqualTo((long) (messageKiB * 1024));
  }

  private static Schedule make(
      String machine, int machines, Collective collective, Optional<AlgorithmChoice> choice) {
    Cluster cluster = new Cluster(MachineCatalogue.named(machine).orElseThrow(), machines, false);
    return ScheduleFactory.of(cluster, collective, choice, ChunkingOptions.BY_NCCL, SIZE);
  }

  /** Everybody takes a step as soon as all it waits for has been sent: in the end all are done. */
  @ParameterizedTest
  @MethodSource("schedules")
  void shouldEndWithEveryMessageSentAndTaken(
      String machine, int machines, Collective collective, Optional<AlgorithmChoice> choice) {
    long all = run(make(machine, machines, collective, choice), true);
    int ranks = machines * MachineCatalogue.named(machine).orElseThrow().gpus();
    boolean nvls = choice.map(AlgorithmChoice::algorithm).map(NcclAlgorithm::isNvls).orElse(false);
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
    Optional<AlgorithmChoice> ring =
        Optional.of(new AlgorithmChoice(NcclAlgorithm.RING, NcclProtocol.SIMPLE, 0));
    Cluster cluster =
        new Cluster(MachineCatalogue.named("dgx-a100").orElseThrow(), machines, false);
    Schedule schedule =
        ScheduleFactory.of(cluster, collective, ring, ChunkingOptions.BY_NCCL, size);
    WorkerStep step = new WorkerStep();
    WorkerStep later = new WorkerStep();
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

  private static boolean isSame(WorkerStep one, WorkerStep other) {
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
    WorkerStep step = new WorkerStep();
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
