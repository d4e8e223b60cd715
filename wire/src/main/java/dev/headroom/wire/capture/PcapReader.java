package dev.headroom.wire.capture;

import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * Reader of the classic pcap format (draft-ietf-opsawg-pcap): a header of 24 bytes, then each frame
 * behind a header of 16: seconds, microseconds or nanoseconds, bytes captured, bytes on the wire.
 * Some old Linux programs added 8 bytes to that header, of the interface and protocol.
 */
final class PcapReader extends CaptureReader {
  private static final int MICROSECONDS = 0xa1b2c3d4;
  private static final int NANOSECONDS = 0xa1b23c4d;
  private static final int LONGER_RECORDS = 0xa1b2cd34;
  private static final int HEADER_REST = 20;
  private static final int RECORD = 16;
  private static final int LONGER_RECORD = 24;

  private final int fractionNs;
  private final int recordBytes;

  PcapReader(CaptureInput in) throws IOException {
    super(in);
    int magic = in.i32(0);
    boolean big = !isKnown(magic);
    int normal = big ? Integer.reverseBytes(magic) : magic;
    if (!isKnown(normal)) {
      throw new CaptureException(
          String.format(
              Locale.ROOT,
              "the file begins with %08x, which is neither pcap (a1b2c3d4, a1b23c4d) nor pcapng "
                  + "(0a0d0d0a)",
              Integer.reverseBytes(magic)));
    }
    in.order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    fractionNs = normal == NANOSECONDS ? 1 : 1000;
    recordBytes = normal == LONGER_RECORDS ? LONGER_RECORD : RECORD;
    if (!in.read(HEADER_REST)) {
      throw new CaptureException("the file ends within its header of 24 bytes");
    }
    if (in.u16(0) != 2) {
      throw new CaptureException("is pcap version " + in.u16(0) + "; version 2 is supported");
    }
    // The upper bits say whether frames end in a checksum, which lies beyond what we read.
    link = LinkType.of(in.i32(16) & 0xffff);
  }

  /** Whether a file of this format may begin so. */
  static boolean isMagic(int first) {
    return isKnown(first) || isKnown(Integer.reverseBytes(first));
  }

  private static boolean isKnown(int magic) {
    return magic == MICROSECONDS || magic == NANOSECONDS || magic == LONGER_RECORDS;
  }

  @Override
  boolean advance() throws IOException {
    if (!in.read(recordBytes)) {
      return in.filled() != 0 && cutOff("the header of frame " + (frame + 1));
    }
    if (frame > 0 && (isMagic(in.i32(0)) || in.i32(0) == PcapngReader.SECTION)) {
      throw another();
    }
    long seconds = in.u32(0);
    long fraction = in.u32(4);
    int captured = believable(in.u32(8));
    long original = in.u32(12);
    if (!in.read(captured)) {
      return cutOff(
          "frame " + (frame + 1) + ": " + in.filled() + " of " + captured + " bytes are present");
    }
    frame++;
    timeNs = seconds * 1_000_000_000L + fraction * fractionNs;
    originalBytes = Math.max(original, captured);
    bytes = in.slice(0, captured);
    return true;
  }

  @Override
  public String format() {
    return "pcap";
  }
}
