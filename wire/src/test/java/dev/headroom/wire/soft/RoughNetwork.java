package dev.headroom.wire.soft;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.soft.link.DatagramLink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Datagrams in memory, with a clock of its own: it loses, doubles, delays, overtakes, spoils. */
final class RoughNetwork {
  private record Flying(long atNs, long number, byte[] datagram) {}

  /** Shares of the datagrams that something happens to. */
  record Weather(double lost, double doubled, double spoiled, long mostDelayNs) {
    static final Weather FAIR = new Weather(0, 0, 0, 1);
  }

  final List<byte[]> seen = new ArrayList<>();

  /** When each of {@link #seen} was sent. */
  final List<Long> seenNs = new ArrayList<>();

  /** Whether what is sent is kept. */
  boolean records = true;

  /** Share of what may be marked that is. */
  double marked;

  /** What every datagram takes. */
  long delayNs;

  private final SplittableRandom marks;
  private final Weather weather;
  private final SplittableRandom random;
  private final Map<Integer, PriorityQueue<Flying>> inboxes = new HashMap<>();
  private long nowNs = 1;
  private long number;

  RoughNetwork(Weather weather, long seed) {
    this.weather = weather;
    random = new SplittableRandom(seed);
    marks = new SplittableRandom(seed + 1);
  }

  long nowNs() {
    return nowNs;
  }

  void advance(long toNs) {
    nowNs = Math.max(nowNs, toNs);
  }

  /** When the next datagram arrives. */
  long nextNs() {
    long next = Long.MAX_VALUE;
    for (PriorityQueue<Flying> inbox : inboxes.values()) {
      Flying first = inbox.peek();
      next = first == null ? next : Math.min(next, first.atNs);
    }
    return next;
  }

  /** Puts a datagram on its way as if somebody had sent it. */
  void inject(byte[] datagram) {
    if (datagram.length < Ipv4.BYTES) {
      return;
    }
    int to = Ipv4.destination(MemorySegment.ofArray(datagram), 0);
    long atNs = nowNs + 1 + delayNs + random.nextLong(weather.mostDelayNs);
    PriorityQueue<Flying> inbox = inboxes.get(to);
    if (inbox != null) {
      inbox.add(new Flying(atNs, number++, datagram));
    }
  }

  DatagramLink link(int address) {
    PriorityQueue<Flying> inbox =
        new PriorityQueue<>(
            Comparator.comparingLong(Flying::atNs).thenComparingLong(Flying::number));
    inboxes.put(address, inbox);
    return new RoughLink(address, inbox);
  }

  /** One end; slots enough for several datagrams to come at once. */
  private final class RoughLink implements DatagramLink {
    private static final int SLOTS = 16;

    private final int address;
    private final PriorityQueue<Flying> inbox;
    private final MemorySegment out = MemorySegment.ofArray(new byte[MOST_DATAGRAM]);
    private final MemorySegment in = MemorySegment.ofArray(new byte[SLOTS * MOST_DATAGRAM]);
    private final int[] bytes = new int[SLOTS];

    RoughLink(int address, PriorityQueue<Flying> inbox) {
      this.address = address;
      this.inbox = inbox;
    }

    @Override
    public InetAddress address() {
      return AddressBits.of(0, AddressBits.mapped(address));
    }

    @Override
    public int port() {
      return Udp.ROCE_PORT;
    }

    @Override
    public boolean hasIpIds() {
      return true;
    }

    @Override
    public boolean hasTrafficClass() {
      return true;
    }

    @Override
    public MemorySegment out() {
      return out;
    }

    @Override
    public long outAt() {
      return 0;
    }

    @Override
    public void send(int count) {
      byte[] copy = out.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
      if (records) {
        seen.add(copy);
        seenNs.add(nowNs);
      }
      mark(copy);
      if (random.nextDouble() >= weather.lost) {
        inject(spoiled(copy));
      }
      if (random.nextDouble() < weather.doubled) {
        inject(copy);
      }
    }

    @Override
    public void flush() {}

    @Override
    public MemorySegment in() {
      return in;
    }

    @Override
    public int receive() {
      int count = 0;
      Flying first = inbox.peek();
      while (count < SLOTS && first != null && first.atNs <= nowNs) {
        inbox.remove();
        bytes[count] = first.datagram.length;
        MemorySegment.copy(
            first.datagram, 0, in, ValueLayout.JAVA_BYTE, inAt(count), first.datagram.length);
        count++;
        first = inbox.peek();
      }
      return count;
    }

    @Override
    public long inAt(int index) {
      return (long) index * MOST_DATAGRAM;
    }

    @Override
    public int inBytes(int index) {
      return bytes[index];
    }

    @Override
    public void await(long timeoutNs) {}

    @Override
    public void wake() {}

    @Override
    public void close() {
      inboxes.remove(address);
    }
  }

  /** Sets CE, as a switch does whose queue is long; the ICRC does not cover it. */
  private void mark(byte[] datagram) {
    if ((datagram[1] & 3) != 0 && marks.nextDouble() < marked) {
      datagram[1] |= 3;
    }
  }

  private byte[] spoiled(byte[] datagram) {
    if (random.nextDouble() >= weather.spoiled) {
      return datagram;
    }
    byte[] copy = datagram.clone();
    MemorySegment s = MemorySegment.ofArray(copy);
    long at = 28 + random.nextLong(copy.length - 28);
    BigEndianBytes.put8(s, at, BigEndianBytes.u8(s, at) ^ (1 << random.nextInt(8)));
    return copy;
  }
}
