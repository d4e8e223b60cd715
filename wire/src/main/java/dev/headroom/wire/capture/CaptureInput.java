package dev.headroom.wire.capture;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Input from a file, read in order, one piece at a time into a buffer that grows up to a limit. */
final class CaptureInput implements AutoCloseable {
  private final InputStream in;
  private byte[] buffer = new byte[4096];
  private MemorySegment segment = MemorySegment.ofArray(buffer);
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
  private int filled;

  CaptureInput(InputStream in) {
    this.in = in;
  }

  void order(ByteOrder order) {
    this.order = order;
  }

  ByteOrder order() {
    return order;
  }

  /** Reads the next bytes over the last ones; false if the file ends before all are there. */
  boolean read(int bytes) throws IOException {
    if (bytes > buffer.length) {
      buffer = new byte[Math.max(bytes, Math.min(buffer.length * 2, CaptureReader.MOST_BYTES))];
      segment = MemorySegment.ofArray(buffer);
    }
    filled = in.readNBytes(buffer, 0, bytes);
    return filled == bytes;
  }

  /** How many bytes the last {@link #read} found. */
  int filled() {
    return filled;
  }

  /** Reads on and forgets; false if the file ends before. */
  boolean skip(long bytes) throws IOException {
    long left = bytes;
    while (left > 0) {
      int part = (int) Math.min(left, 4096);
      if (!read(part)) {
        return false;
      }
      left -= part;
    }
    return true;
  }

  long u32(int at) {
    return i32(at) & 0xffff_ffffL;
  }

  int i32(int at) {
    return segment.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), at);
  }

  int u16(int at) {
    return segment.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order), at) & 0xffff;
  }

  int u8(int at) {
    return buffer[at] & 0xff;
  }

  MemorySegment slice(int at, int bytes) {
    return segment.asSlice(at, bytes);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
