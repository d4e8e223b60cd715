package dev.headroom.wire.verbs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every device does, in real time; for each there is a class that says how to open two. */
abstract class VerbsContract implements TransferContract, RefusalContract, StateContract {
  /** The two ends of a test; both may be of one device. */
  interface Devices extends AutoCloseable {
    Device one();

    Device other();

    @Override
    void close();
  }

  private Devices devices;
  private Arena arena;

  abstract Devices open() throws IOException;

  /** Whether random programs may leave it to the device to wait for READs. */
  boolean mayFence() {
    return true;
  }

  @BeforeEach
  final void openDevices() throws IOException {
    devices = open();
    arena = Arena.ofShared();
  }

  @AfterEach
  final void closeDevices() {
    if (devices != null) {
      devices.close();
      arena.close();
    }
  }

  @Override
  public final Ends sides(QueuePairType type, boolean shared, Access... access) {
    Access[] all = access.length == 0 ? Access.values() : access;
    return new Ends(
        new Side(devices.one(), arena, type, shared, all),
        new Side(devices.other(), arena, type, shared, all));
  }

  /** Random programs in both directions, with receives that come too late now and then. */
  @ParameterizedTest
  @CsvSource({"1,256", "2,512", "3,1024", "4,1024", "5,1024", "6,1024"})
  void shouldEndAsAModelSays(int seed, int mtu) {
    Ends ends = sides(QueuePairType.RC, seed % 2 == 0);
    ends.connect(SETTINGS.mtu(mtu).patience(14, 7, 7));
    RandomProgram.Place a = RandomProgram.Place.of(ends.a);
    RandomProgram.Place b = RandomProgram.Place.of(ends.b);
    RandomProgram forth = new RandomProgram(a, b, 2L * seed);
    RandomProgram back = new RandomProgram(b, a, 2L * seed + 1);
    forth.prepare(ends.a);
    back.prepare(ends.b);
    SplittableRandom random = new SplittableRandom(seed);
    int[] posted = new int[4];
    while (posted[0] < forth.requests()
        || posted[1] < back.requests()
        || posted[2] < forth.receives()
        || posted[3] < back.receives()) {
      switch (random.nextInt(4)) {
        case 0 -> posted[0] += forth.post(ends.a, posted[0], mayFence());
        case 1 -> posted[1] += back.post(ends.b, posted[1], mayFence());
        case 2 -> posted[2] += forth.postReceive(ends.b, posted[2]);
        default -> posted[3] += back.postReceive(ends.a, posted[3]);
      }
    }
    List<WorkCompletion> atA = ends.a.take(forth.signaled() + back.receives());
    List<WorkCompletion> atB = ends.b.take(back.signaled() + forth.receives());
    forth.judgeAsking(ends.a, atA);
    forth.judgeAsked(ends.b, atB);
    back.judgeAsking(ends.b, atB);
    back.judgeAsked(ends.a, atA);
  }
}
