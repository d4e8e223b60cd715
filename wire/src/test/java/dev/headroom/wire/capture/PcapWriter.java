package dev.headroom.wire.capture;

import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/** Writes the classic format, with nanoseconds. Not thread-safe. */
public final class PcapWriter implements AutoCloseable {
  private final CaptureOutput out;

  /** Begins a file of frames of one link type; closes the stream in the end. */
  public PcapWriter(OutputStream stream, LinkType link) throws IOException {
    out = new CaptureOutput(stream);
    out.i32(0xa1b23c4d);
    out.i16(2);
    out.i16(4);
    out.i32(0);
    out.i32(0);
    out.i32(CaptureReader.MOST_BYTES);
    out.i32(link.code());
  }

  /**
   * Adds a frame.
   *
   * @param timeNs nanoseconds since 1970
   * @param bytes at most {@link CaptureReader#MOST_BYTES}
   */
  public void add(long timeNs, MemorySegment bytes) throws IOException {
    out.i32((int) (timeNs / 1_000_000_000L));
    out.i32((int) (timeNs % 1_000_000_000L));
    out.i32((int) bytes.byteSize());
    out.i32((int) bytes.byteSize());
    out.bytes(bytes, bytes.byteSize());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
