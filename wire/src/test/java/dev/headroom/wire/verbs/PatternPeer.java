package dev.headroom.wire.verbs;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.ibverbs.NativeDevice;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One side of random programs between two machines: SENDs, WRITEs, READs and atomics both ways,
 * every byte of which both sides know from the seed.
 *
 * <p>{@code main} takes {@code soft} or {@code native}, this side's address, the other's or {@code
 * -} to wait for it, and how many programs; it ends with 0 if all was right.
 */
final class PatternPeer {
  private static final int PORT = 18_600;

  /** Address, lkey, rkey, queue pair, starting PSN. */
  private static final int HELLO_BYTES = 24;

  /**
   * Timeouts: 1 s, since an emulated guest may stand still for longer than seven short ones take,
   * and 67 ms where seven retries are retries for ever, as in Linux.
   */
  private static final int LONG = 18;

  private static final int SHORT = 14;

  private final Device device;
  private final SideChannel channel;
  private final boolean first;
  private final boolean mayFence;

  private PatternPeer(Device device, SideChannel channel, boolean first) {
    this.device = device;
    this.channel = channel;
    this.first = first;
    mayFence = !(device instanceof NativeDevice);
  }

  public static void main(String[] arguments) throws IOException {
    Inet4Address here = (Inet4Address) InetAddress.ofLiteral(arguments[1]);
    int programs = Integer.parseInt(arguments[3]);
    if (arguments[0].equals("native")) {
      try (NativeDevice device = NativeDevice.open(here)) {
        run(device, here, arguments[2], programs);
      }
    } else {
      SoftDevice device = SoftDevice.open(here);
      try (SoftLoop _ = SoftLoop.start(device)) {
        run(device, here, arguments[2], programs);
      }
    }
  }

  private static void run(Device device, Inet4Address here, String other, int programs)
      throws IOException {
    boolean first = other.equals("-");
    try (SideChannel channel = first ? accept(here) : connect(here, other)) {
      for (int seed = 1; seed <= programs; seed++) {
        playOne(new PatternPeer(device, channel, first), seed);
      }
    }
    System.out.println(programs + " programs, all bytes correct");
  }

  private static void playOne(PatternPeer peer, int seed) throws IOException {
    try {
      peer.play(seed);
    } catch (AssertionError | RuntimeException | IOException e) {
      System.out.println("program " + seed + " failed");
      throw e;
    }
  }

  private static SideChannel accept(Inet4Address here) throws IOException {
    try (ServerSocket door = new ServerSocket()) {
      door.setReuseAddress(true);
      door.bind(new InetSocketAddress(here, PORT));
      System.out.println("waiting");
      System.out.flush();
      return SideChannel.of(door.accept());
    }
  }

  private static SideChannel connect(Inet4Address here, String other) throws IOException {
    return SideChannel.connect(here, (Inet4Address) InetAddress.ofLiteral(other), PORT);
  }

  private void play(int seed) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      Side side = new Side(device, arena, QueuePairType.RC, seed % 2 == 0, Access.values());
      try (QueuePair pair = side.pair) {
        RandomProgram.Place own = RandomProgram.Place.of(side);
        Peer self = pair.self();
        channel.write(
            ByteBuffer.allocate(HELLO_BYTES)
                .putLong(own.address())
                .putInt(own.lkey())
                .putInt(own.rkey())
                .putInt(self.queuePair())
                .putInt(self.startingPsn())
                .array());
        ByteBuffer hello = ByteBuffer.wrap(channel.read(HELLO_BYTES));
        RandomProgram.Place others =
            new RandomProgram.Place(hello.getLong(), hello.getInt(), hello.getInt());
        pair.connect(
            new Peer(channel.remote(), hello.getInt(), hello.getInt()),
            ConnectionSettings.DEFAULT.patience(mayFence ? LONG : SHORT, 7, 7));
        RandomProgram mine = new RandomProgram(own, others, 2L * seed + (first ? 0 : 1));
        RandomProgram theirs = new RandomProgram(others, own, 2L * seed + (first ? 1 : 0));
        mine.prepare(side);
        meet();
        ask(side, mine, theirs, new SplittableRandom(seed));
        List<WorkCompletion> done = side.take(mine.signaled() + theirs.receives());
        meet();
        mine.judgeAsking(side, done);
        theirs.judgeAsked(side, done);
        meet();
      }
      side.shared.ifPresent(SharedReceiveQueue::close);
      side.region.close();
    }
  }

  /** Posts requests and receives at random. */
  private void ask(Side side, RandomProgram mine, RandomProgram theirs, SplittableRandom random) {
    int requests = 0;
    int receives = 0;
    while (requests < mine.requests() || receives < theirs.receives()) {
      if (random.nextBoolean()) {
        requests += mine.post(side, requests, mayFence);
      } else {
        receives += theirs.postReceive(side, receives);
      }
    }
  }

  /** Both sides have come this far. */
  private void meet() throws IOException {
    channel.write(new byte[1]);
    byte[] _ = channel.read(1);
  }
}
