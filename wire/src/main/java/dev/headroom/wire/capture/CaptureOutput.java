package dev.headroom.wire.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Output of little-endian numbers and bytes to a stream, through one buffer. */
final class CaptureOutput implements AutoCloseable {
  private final OutputStream out;
  private final byte[] array = new byte[1 << 16];
  private final ByteBuffer buffer = ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);

  CaptureOutput(OutputStream out) {
    this.out = out;
  }

  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  void i32(int value) throws IOException {
    room(4);
    buffer.putInt(value);
  }

  void i16(int value) throws IOException {
    room(2);
    buffer.putShort((short) value);
  }

  void i8(int value) throws IOException {
    room(1);
    buffer.put((byte) value);
  }

  void zeros(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      i8(0);
    }
  }

  void bytes(MemorySegment source, long count) throws IOException {
    long done = 0;
    while (done < count) {
      room(1);
      int part = (int) Math.min(count - done, buffer.remaining());
      MemorySegment.copy(source, ValueLayout.JAVA_BYTE, done, array, buffer.position(), part);
      buffer.position(buffer.position() + part);
      done += part;
    }
  }

  void flush() throws IOException {
    out.write(array, 0, buffer.position());
    buffer.clear();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
