package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Udp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
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
  private final Weather weather;
  private final SplittableRandom random;
  private final Map<Integer, PriorityQueue<Flying>> inboxes = new HashMap<>();
  private long nowNs = 1;
  private long number;

  RoughNetwork(Weather weather, long seed) {
    this.weather = weather;
    random = new SplittableRandom(seed);
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
    int to = Ipv4.destination(MemorySegment.ofArray(datagram), 0);
    long atNs = nowNs + 1 + random.nextLong(weather.mostDelayNs);
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
    return new DatagramLink() {
      @Override
      public Inet4Address address() {
        return (Inet4Address) Addresses.of(address);
      }

      @Override
      public int port() {
        return Udp.ROCE_PORT;
      }

      @Override
      public boolean seesIds() {
        return true;
      }

      @Override
      public void send(MemorySegment datagram) {
        byte[] copy = datagram.toArray(ValueLayout.JAVA_BYTE);
        seen.add(copy);
        if (random.nextDouble() >= weather.lost) {
          inject(spoiled(copy));
        }
        if (random.nextDouble() < weather.doubled) {
          inject(copy);
        }
      }

      @Override
      public int receive(MemorySegment into) {
        Flying first = inbox.peek();
        if (first == null || first.atNs > nowNs) {
          return 0;
        }
        inbox.remove();
        MemorySegment.copy(
            first.datagram, 0, into, ValueLayout.JAVA_BYTE, 0, first.datagram.length);
        return first.datagram.length;
      }

      @Override
      public void close() {
        inboxes.remove(address);
      }
    };
  }

  private byte[] spoiled(byte[] datagram) {
    if (random.nextDouble() >= weather.spoiled) {
      return datagram;
    }
    byte[] copy = datagram.clone();
    MemorySegment s = MemorySegment.ofArray(copy);
    long at = 28 + random.nextLong(copy.length - 28);
    Bytes.put8(s, at, Bytes.u8(s, at) ^ (1 << random.nextInt(8)));
    return copy;
  }
}
