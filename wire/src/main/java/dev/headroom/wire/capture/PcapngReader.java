package dev.headroom.wire.capture;

import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Reader of the pcapng format (draft-ietf-opsawg-pcapng): blocks of type, length, body and length
 * again. Sections have a byte order of their own, interfaces a link type, a clock and an offset;
 * frames are in enhanced, simple or (obsolete) packet blocks. Other blocks are passed over.
 */
final class PcapngReader extends CaptureReader {
  static final int SECTION = 0x0a0d0d0a;
  private static final int INTERFACE = 1;
  private static final int OLD_PACKET = 2;
  private static final int SIMPLE_PACKET = 3;
  private static final int ENHANCED_PACKET = 6;
  private static final int MAGIC = 0x1a2b3c4d;
  private static final int END_OF_OPTIONS = 0;
  private static final int CLOCK = 9;
  private static final int CLOCK_OFFSET = 14;
  private static final int MOST_BLOCK = MOST_BYTES + (1 << 16);
  private static final int MOST_INTERFACES = 4096;

  /**
   * An interface of the section.
   *
   * @param number of the file's interfaces, all sections counted
   * @param perSecond ticks of its clock, at most 10^18
   */
  private record Source(
      int number, LinkType link, int snapBytes, long perSecond, long offsetSeconds) {}

  private final List<Source> sources = new ArrayList<>();
  private int interfaces;

  /** The type of the first block has been read. */
  PcapngReader(CaptureInput in) throws IOException {
    super(in);
    if (!section()) {
      throw new CaptureException("the file ends within its section header");
    }
  }

  @Override
  boolean advance() throws IOException {
    while (in.read(4)) {
      int type = in.i32(0);
      if (type == SECTION) {
        if (!section()) {
          return cutOff("a section header");
        }
        continue;
      }
      if (PcapReader.isMagic(type)) {
        throw another();
      }
      if (!in.read(4)) {
        return cutOff("the header of a block after frame " + frame);
      }
      long length = in.u32(0);
      if (length < 12 || length % 4 != 0) {
        throw wrong(
            "a block's length is " + length + " bytes; valid is at least 12 and a multiple of 4");
      }
      boolean known =
          type == INTERFACE
              || type == OLD_PACKET
              || type == SIMPLE_PACKET
              || type == ENHANCED_PACKET;
      if (!known) {
        if (!in.skip(length - 8)) {
          return cutOff("a block after frame " + frame);
        }
        continue;
      }
      if (length > MOST_BLOCK) {
        throw wrong(
            "a block's length is " + length + " bytes; more than " + MOST_BLOCK + " are invalid");
      }
      int body = (int) length - 12;
      if (!in.read(body + 4)) {
        return cutOff(type == INTERFACE ? "an interface description" : "frame " + (frame + 1));
      }
      switch (type) {
        case INTERFACE -> addInterface(body);
        case SIMPLE_PACKET -> {
          simple(body);
          return true;
        }
        default -> {
          packet(type, body);
          return true;
        }
      }
    }
    return in.filled() != 0 && cutOff("the header of a block after frame " + frame);
  }

  /** Reads a section header after its type; false if the file ends in it. */
  private boolean section() throws IOException {
    if (!in.read(8)) {
      return false;
    }
    in.order(ByteOrder.LITTLE_ENDIAN);
    if (in.i32(4) == Integer.reverseBytes(MAGIC)) {
      in.order(ByteOrder.BIG_ENDIAN);
    } else if (in.i32(4) != MAGIC) {
      throw wrong("a section header without its byte order mark 1a2b3c4d");
    }
    long length = in.u32(0);
    if (length < 28 || length % 4 != 0) {
      throw wrong("a section header's length is " + length + " bytes; valid is at least 28");
    }
    sources.clear();
    firstSource = interfaces + 1;
    return in.skip(length - 12);
  }

  private void addInterface(int body) throws CaptureException {
    if (body < 8) {
      throw wrong("an interface description of " + body + " bytes; valid is at least 8");
    }
    if (sources.size() >= MOST_INTERFACES) {
      throw wrong("more than " + MOST_INTERFACES + " interfaces");
    }
    LinkType type = LinkType.of(in.u16(0));
    int snap = in.i32(4);
    long perSecond = 1_000_000;
    long offset = 0;
    int at = 8;
    while (at + 4 <= body) {
      int option = in.u16(at);
      int length = in.u16(at + 2);
      if (option == END_OF_OPTIONS || at + 4 + length > body) {
        break;
      }
      if (option == CLOCK && length >= 1) {
        perSecond = perSecond(in.u8(at + 4));
      } else if (option == CLOCK_OFFSET && length >= 8) {
        offset = i64(at + 4);
      }
      at += 4 + (length + 3) / 4 * 4;
    }
    interfaces++;
    sources.add(new Source(interfaces, type, snap <= 0 ? MOST_BYTES : snap, perSecond, offset));
  }

  /** Ticks: a power of ten, or of two with the top bit set. */
  private long perSecond(int resolution) throws CaptureException {
    int power = resolution & 0x7f;
    boolean two = (resolution & 0x80) != 0;
    if (power > (two ? 59 : 18)) {
      throw wrong(
          "an interface whose clock has a resolution of " + resolution + "; 9 is nanoseconds");
    }
    long ticks = 1;
    for (int i = 0; i < power; i++) {
      ticks *= two ? 2 : 10;
    }
    return ticks;
  }

  private void packet(int type, int body) throws CaptureException {
    if (body < 20) {
      throw wrong("a packet block of " + body + " bytes; valid is at least 20");
    }
    Source source = source(type == OLD_PACKET ? in.u16(0) : in.u32(0));
    long ticks = in.u32(4) << 32 | in.u32(8);
    int captured = believable(in.u32(12));
    if (captured > body - 20) {
      throw wrong("frame " + (frame + 1) + " is longer than its block");
    }
    take(source, 20, captured, in.u32(16));
    timeNs = nanoseconds(ticks, source);
  }

  private void simple(int body) throws CaptureException {
    if (body < 4) {
      throw wrong("a packet block of " + body + " bytes; valid is at least 4");
    }
    Source source = source(0);
    long original = in.u32(0);
    take(source, 4, (int) Math.min(Math.min(original, body - 4L), source.snapBytes), original);
    timeNs = 0;
  }

  private Source source(long number) throws CaptureException {
    if (number >= sources.size()) {
      throw wrong(
          "frame "
              + (frame + 1)
              + " refers to interface "
              + number
              + "; there are "
              + sources.size());
    }
    return sources.get((int) number);
  }

  private void take(Source from, int at, int captured, long original) {
    frame++;
    link = from.link;
    source = from.number;
    bytes = in.slice(at, captured);
    originalBytes = Math.max(original, captured);
  }

  private static long nanoseconds(long ticks, Source source) {
    long seconds = Long.divideUnsigned(ticks, source.perSecond);
    long rest = Long.remainderUnsigned(ticks, source.perSecond);
    long fraction =
        source.perSecond <= 1_000_000_000L
            ? rest * 1_000_000_000L / source.perSecond
            : (long) ((double) rest / source.perSecond * 1e9);
    return (seconds + source.offsetSeconds) * 1_000_000_000L + fraction;
  }

  private long i64(int at) {
    long first = in.u32(at);
    long second = in.u32(at + 4);
    return in.order() == ByteOrder.BIG_ENDIAN ? first << 32 | second : second << 32 | first;
  }

  @Override
  public String format() {
    return "pcapng";
  }
}
