package dev.headroom.app.lab;

import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A bad stretch of wire: takes every frame from one TAP interface to another and back, loses some
 * of the RoCEv2 packets, sends some twice and lets others overtake some. Everything else passes.
 * What becomes of the packets of a direction follows from the seed and their order.
 *
 * <p>{@code main} takes the two interfaces, the seed and the share of packets that each of the
 * three happens to. Ended, it says how many it met in each direction.
 */
final class RoughPath {
  private static final int MOST_FRAME = 65_536;

  /** Frames of one direction before the other has its turn. */
  private static final int MOST_IN_TURN = 64;

  /** A packet that is held lets so many others by, at most. */
  private static final int MOST_OVERTAKERS = 8;

  /** If nothing comes it goes on after this. */
  private static final long MOST_HELD_NS = 5_000_000;

  /** What is held, and until how many frames have gone since. */
  private record Held(MemorySegment frame, long untilNumber, long untilNs) {}

  /** One direction. */
  private static final class Way {
    private final Tap to;
    private final SplittableRandom random;
    private final double share;
    private final List<Held> held = new ArrayList<>();
    private long number;
    private long packets;
    private long lost;
    private long doubled;
    private long late;

    Way(Tap to, SplittableRandom random, double share) {
      this.to = to;
      this.random = random;
      this.share = share;
    }

    synchronized void take(MemorySegment frame, boolean roce) {
      number++;
      if (!roce) {
        to.write(frame);
        return;
      }
      packets++;
      double fate = random.nextDouble();
      if (fate < share) {
        lost++;
      } else if (fate < 2 * share) {
        doubled++;
        to.write(frame);
        to.write(frame);
      } else if (fate < 3 * share) {
        late++;
        long overtakers = 1L + random.nextInt(MOST_OVERTAKERS);
        held.add(new Held(Tap.copy(frame), number + overtakers, System.nanoTime() + MOST_HELD_NS));
      } else {
        to.write(frame);
      }
      release();
    }

    synchronized void release() {
      Iterator<Held> each = held.iterator();
      while (each.hasNext()) {
        Held one = each.next();
        if (number >= one.untilNumber || System.nanoTime() >= one.untilNs) {
          to.write(one.frame);
          each.remove();
        }
      }
    }

    synchronized boolean holds() {
      return !held.isEmpty();
    }

    synchronized String said(String name) {
      return String.format(
          Locale.ROOT,
          "%s: %d packets, %d lost, %d doubled, %d late",
          name,
          packets,
          lost,
          doubled,
          late);
    }
  }

  private RoughPath() {}

  public static void main(String[] arguments) throws IOException {
    Tap near = Tap.attach(arguments[0]);
    Tap far = Tap.attach(arguments[1]);
    SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[2]));
    double share = Double.parseDouble(arguments[3]);
    Way forth = new Way(far, random.split(), share);
    Way back = new Way(near, random.split(), share);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              System.out.println(forth.said("forth"));
              System.out.println(back.said("back"));
              System.out.flush();
            }));
    System.out.println("rough path is open");
    System.out.flush();
    Tap[] both = {near, far};
    MemorySegment buffer = Arena.ofAuto().allocate(MOST_FRAME);
    FrameHeaders frame = new FrameHeaders();
    while (true) {
      Tap.await(both, forth.holds() || back.holds() ? 5 : 1000);
      pass(near, forth, buffer, frame);
      pass(far, back, buffer, frame);
      forth.release();
      back.release();
    }
  }

  private static void pass(Tap from, Way way, MemorySegment buffer, FrameHeaders frame) {
    for (int turn = 0; turn < MOST_IN_TURN; turn++) {
      int bytes = from.read(buffer);
      if (bytes == 0) {
        return;
      }
      boolean roce =
          frame.read(buffer, 0, bytes, LinkType.ETHERNET, bytes) == FrameHeaders.Kind.RDMA;
      way.take(buffer.asSlice(0, bytes), roce);
    }
  }
}
