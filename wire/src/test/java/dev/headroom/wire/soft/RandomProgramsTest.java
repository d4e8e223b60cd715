package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.soft.RoughNetwork.Weather;
import dev.headroom.wire.soft.TwoEnds.End;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random programs of verbs in both directions over a network that loses, doubles, delays, overtakes
 * and spoils; half of them take receives from a shared queue. Memory and completions end as a model
 * says that knows no network: every operation happens once, in the order of posting.
 */
final class RandomProgramsTest {
  private static final int PROGRAMS = 60;
  private static final int SOURCE = 16 << 10;
  private static final int RESULTS = 32 << 10;
  private static final int ROOM = 48 << 10;
  private static final int SLOT = 1024;
  private static final int SLOTS = 16;

  /** What one side does to the other, and what must come of it. */
  private static final class Program {
    final List<WorkRequest> requests = new ArrayList<>();
    final byte[] target = new byte[SOURCE];
    final byte[] results = new byte[SLOTS * SLOT];
    final byte[] received = new byte[SLOTS * SLOT];
    final List<Integer> receivedBytes = new ArrayList<>();
    final List<OptionalInt> immediates = new ArrayList<>();
    int slot;
  }

  @ParameterizedTest(name = "lost {0}, doubled {1}, spoiled {2}, up to {3} us late, MTU {4}")
  @CsvSource({
    "0,    0,    0,    1, 4096",
    "0,    0,    0,   50,  256",
    "0.1,  0,    0,    1, 1024",
    "0,    0.3,  0,   50,  256",
    "0.03, 0.03, 0.02, 30,  512",
    "0.1,  0.1,  0.05, 100, 1024"
  })
  void shouldEndAsIfThereWereNoNetwork(
      double lost, double doubled, double spoiled, long lateUs, int mtu) {
    Weather weather = new Weather(lost, doubled, spoiled, lateUs * 1000);
    ConnectionSettings settings = ConnectionSettings.DEFAULT.mtu(mtu).patience(8, 7, 7);
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean shared = seed % 2 == 0;
      try (TwoEnds ends = new TwoEnds(weather, seed, QueuePairType.RC, shared, Access.values())) {
        ends.a.pair.connect(ends.b.pair.self(), settings);
        ends.b.pair.connect(ends.a.pair.self(), settings);
        prepare(ends.a, random);
        prepare(ends.b, random);
        Program forth = program(ends.a, ends.b, random);
        Program back = program(ends.b, ends.a, random);
        play(ends, forth, back, random);
        judge("seed " + seed + " forth", ends.a, ends.b, forth);
        judge("seed " + seed + " back", ends.b, ends.a, back);
        assertThat(Responses.acknowledgedInsteadOfAnswered(ends.network.seen, mtu))
            .as("seed " + seed)
            .isEmpty();
      }
    }
  }

  private static void prepare(End end, SplittableRandom random) {
    for (int i = 0; i < SOURCE; i++) {
      end.region.memory().set(ValueLayout.JAVA_BYTE, SOURCE + i, (byte) random.nextInt());
    }
  }

  private static Program program(End from, End to, SplittableRandom random) {
    Program program = new Program();
    boolean reading = false;
    int count = 1 + random.nextInt(40);
    for (int id = 0; id < count; id++) {
      WorkRequest request =
          switch (random.nextInt(7)) {
            case 0, 1 -> send(id, from, program, random);
            case 2, 3 -> write(id, from, to, program, random);
            case 4 -> read(id, from, to, program, random);
            case 5 -> add(id, from, to, program, random);
            default -> swap(id, from, to, program, random);
          };
      // Without a fence what is read may be of after a later WRITE or atomic (IBA 10.8.3.3).
      if (reading && request.verb() != WorkRequest.Verb.READ) {
        request = request.afterReads();
        reading = false;
      }
      reading |= request.verb() == WorkRequest.Verb.READ;
      request = random.nextInt(4) == 0 ? request.unsignaled() : request;
      boolean inline = !request.verb().isAnswered() && request.bytes() <= 236;
      program.requests.add(inline && random.nextBoolean() ? request.inlined() : request);
    }
    return program;
  }

  private static WorkRequest send(int id, End from, Program program, SplittableRandom random) {
    int bytes = random.nextInt(SLOT + 1);
    int at = random.nextInt(SOURCE - bytes + 1);
    int cut = random.nextInt(bytes + 1);
    WorkRequest request =
        WorkRequest.send(
            id,
            from.region.slice(SOURCE + at, cut),
            from.region.slice(SOURCE + at + cut, bytes - cut));
    if (random.nextBoolean()) {
      request = request.withImmediate(random.nextInt());
    }
    if (program.receivedBytes.size() == SLOTS) {
      return WorkRequest.write(id, 0, 0); // no more receives: a WRITE of nothing to nowhere
    }
    int slot = program.receivedBytes.size() * SLOT;
    MemorySegment.copy(
        from.region.memory(), ValueLayout.JAVA_BYTE, SOURCE + at, program.received, slot, bytes);
    program.receivedBytes.add(bytes);
    program.immediates.add(request.immediate());
    return request;
  }

  private static WorkRequest write(
      int id, End from, End to, Program program, SplittableRandom random) {
    int bytes = random.nextInt(5000);
    int at = random.nextInt(SOURCE - bytes + 1);
    int there = random.nextInt(SOURCE - bytes + 1);
    MemorySegment.copy(
        from.region.memory(), ValueLayout.JAVA_BYTE, SOURCE + at, program.target, there, bytes);
    WorkRequest request =
        WorkRequest.write(
            id,
            to.region.address() + there,
            to.region.rkey(),
            from.region.slice(SOURCE + at, bytes));
    if (random.nextInt(4) == 0 && program.receivedBytes.size() < SLOTS) {
      request = request.withImmediate(random.nextInt());
      program.receivedBytes.add(bytes);
      program.immediates.add(request.immediate());
    }
    return request;
  }

  private static WorkRequest read(
      int id, End from, End to, Program program, SplittableRandom random) {
    int bytes = random.nextInt(SLOT + 1);
    int there = random.nextInt(SOURCE - bytes + 1);
    int result = nextResult(program);
    System.arraycopy(program.target, there, program.results, result, bytes);
    return WorkRequest.read(
        id,
        to.region.address() + there,
        to.region.rkey(),
        from.region.slice(RESULTS + result, bytes));
  }

  private static WorkRequest add(
      int id, End from, End to, Program program, SplittableRandom random) {
    int there = 8 * random.nextInt(SOURCE / 8);
    long add = random.nextLong();
    int result = nextResult(program);
    ByteBuffer target = ByteBuffer.wrap(program.target).order(ByteOrder.nativeOrder());
    ByteBuffer.wrap(program.results)
        .order(ByteOrder.nativeOrder())
        .putLong(result, target.getLong(there));
    target.putLong(there, target.getLong(there) + add);
    return WorkRequest.fetchAndAdd(
        id,
        to.region.address() + there,
        to.region.rkey(),
        add,
        from.region.slice(RESULTS + result, 8));
  }

  private static WorkRequest swap(
      int id, End from, End to, Program program, SplittableRandom random) {
    int there = 8 * random.nextInt(SOURCE / 8);
    int result = nextResult(program);
    ByteBuffer target = ByteBuffer.wrap(program.target).order(ByteOrder.nativeOrder());
    long original = target.getLong(there);
    long compare = random.nextBoolean() ? original : random.nextLong();
    long swap = random.nextLong();
    ByteBuffer.wrap(program.results).order(ByteOrder.nativeOrder()).putLong(result, original);
    if (compare == original) {
      target.putLong(there, swap);
    }
    return WorkRequest.compareAndSwap(
        id,
        to.region.address() + there,
        to.region.rkey(),
        compare,
        swap,
        from.region.slice(RESULTS + result, 8));
  }

  /** Slots are used again and again; the last result that goes into one stays. */
  private static int nextResult(Program program) {
    int slot = program.slot++ % SLOTS;
    return slot * SLOT;
  }

  /** Posts all of it at any time, receives too late now and then. */
  private static void play(TwoEnds ends, Program forth, Program back, SplittableRandom random) {
    int[] posted = new int[4];
    while (posted[0] < forth.requests.size()
        || posted[1] < back.requests.size()
        || posted[2] < forth.receivedBytes.size()
        || posted[3] < back.receivedBytes.size()) {
      switch (random.nextInt(5)) {
        case 0 -> posted[0] += post(ends.a, forth, posted[0]);
        case 1 -> posted[1] += post(ends.b, back, posted[1]);
        case 2 -> posted[2] += postReceive(ends.b, forth, posted[2]);
        case 3 -> posted[3] += postReceive(ends.a, back, posted[3]);
        default -> {
          long stop = ends.network.nowNs() + random.nextInt(200_000);
          ends.until(() -> ends.network.nowNs() >= stop);
        }
      }
    }
    ends.settle();
  }

  private static int post(End end, Program program, int index) {
    if (index == program.requests.size()) {
      return 0;
    }
    end.pair.post(program.requests.get(index));
    return 1;
  }

  private static int postReceive(End end, Program program, int index) {
    if (index == program.receivedBytes.size()) {
      return 0;
    }
    end.postReceive(index, end.region.slice(ROOM + index * (long) SLOT, SLOT));
    return 1;
  }

  private static void judge(String what, End from, End to, Program program) {
    List<WorkCompletion> sends = from.completions.stream().filter(each -> !each.receive()).toList();
    assertThat(sends).as(what).allMatch(each -> each.status() == WorkCompletion.Status.SUCCESS);
    assertThat(sends.stream().map(WorkCompletion::id).toList())
        .as(what)
        .isEqualTo(
            program.requests.stream().filter(WorkRequest::signaled).map(WorkRequest::id).toList());
    List<WorkCompletion> receives =
        to.completions.stream().filter(WorkCompletion::receive).toList();
    assertThat(receives.stream().map(each -> (int) each.bytes()).toList())
        .as(what)
        .isEqualTo(program.receivedBytes);
    assertThat(receives.stream().map(WorkCompletion::immediate).toList())
        .as(what)
        .isEqualTo(program.immediates);
    assertThat(bytes(to, 0, SOURCE)).as(what + ": memory").isEqualTo(program.target);
    assertThat(bytes(from, RESULTS, SLOTS * SLOT))
        .as(what + ": results")
        .isEqualTo(program.results);
    for (int i = 0; i < program.receivedBytes.size(); i++) {
      boolean write = program.received[i * SLOT] == 0 && isZero(program.received, i * SLOT);
      if (!write) {
        assertThat(bytes(to, ROOM + i * SLOT, program.receivedBytes.get(i)))
            .as(what + ": receive " + i)
            .isEqualTo(
                Arrays.copyOfRange(
                    program.received, i * SLOT, i * SLOT + program.receivedBytes.get(i)));
      }
    }
    assertThat(to.isUntouchedAround()).isTrue();
    assertThat(from.isUntouchedAround()).isTrue();
  }

  private static boolean isZero(byte[] bytes, int at) {
    for (int i = 0; i < SLOT; i++) {
      if (bytes[at + i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytes(End end, int at, int count) {
    return end.region.memory().asSlice(at, count).toArray(ValueLayout.JAVA_BYTE);
  }
}
