package dev.headroom.wire.capture;

import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * Writer of the pcapng format: one section, one interface with a clock of nanoseconds, and for each
 * frame whether it was received or sent. Not thread-safe.
 */
public final class PcapngWriter implements AutoCloseable {
  private static final int NAME = 2;
  private static final int CLOCK = 9;
  private static final int PROGRAM = 4;
  private static final int FLAGS = 2;

  private final CaptureOutput out;

  /**
   * Begins a file; closes the stream in the end.
   *
   * @param program who writes it, such as {@code headroom sim}
   * @param name of the interface, such as {@code host-3}
   */
  public PcapngWriter(OutputStream stream, LinkType link, String program, String name)
      throws IOException {
    out = new CaptureOutput(stream);
    byte[] who = program.getBytes(StandardCharsets.UTF_8);
    int section = 28 + optionBytes(who.length) + 4;
    out.i32(0x0a0d0d0a);
    out.i32(section);
    out.i32(0x1a2b3c4d);
    out.i16(1);
    out.i16(0);
    out.i32(-1);
    out.i32(-1);
    option(PROGRAM, who);
    out.i32(0);
    out.i32(section);
    byte[] what = name.getBytes(StandardCharsets.UTF_8);
    int description = 20 + optionBytes(what.length) + optionBytes(1) + 4;
    out.i32(1);
    out.i32(description);
    out.i16(link.code());
    out.i16(0);
    out.i32(0);
    option(NAME, what);
    option(CLOCK, new byte[] {9});
    out.i32(0);
    out.i32(description);
  }

  private static int optionBytes(int length) {
    return 4 + (length + 3) / 4 * 4;
  }

  private void option(int code, byte[] value) throws IOException {
    out.i16(code);
    out.i16(value.length);
    out.bytes(MemorySegment.ofArray(value), value.length);
    out.zeros(-value.length & 3);
  }

  /**
   * Adds a frame.
   *
   * @param timeNs nanoseconds since 1970
   * @param bytes at most {@link CaptureReader#MOST_BYTES}
   * @param sent whether it left this interface; else it arrived
   */
  public void add(long timeNs, MemorySegment bytes, boolean sent) throws IOException {
    int size = (int) bytes.byteSize();
    int padding = -size & 3;
    int block = 32 + size + padding + 12;
    out.i32(6);
    out.i32(block);
    out.i32(0);
    out.i32((int) (timeNs >>> 32));
    out.i32((int) timeNs);
    out.i32(size);
    out.i32(size);
    out.bytes(bytes, size);
    out.zeros(padding);
    out.i16(FLAGS);
    out.i16(4);
    out.i32(sent ? 2 : 1);
    out.i32(0);
    out.i32(block);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
