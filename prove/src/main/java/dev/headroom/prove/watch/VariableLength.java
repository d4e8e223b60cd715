package dev.headroom.prove.watch;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Whole numbers of one to ten bytes, seven bits a byte, the lowest first. */
final class VariableLength {
  private static final int BITS = 7;
  private static final int MORE = 0x80;

  private VariableLength() {}

  static void write(DataOutput out, long value) throws IOException {
    long rest = value;
    while ((rest & -MORE) != 0) {
      out.writeByte((int) (rest & (MORE - 1)) | MORE);
      rest >>>= BITS;
    }
    out.writeByte((int) rest);
  }

  /** Small numbers of either sign are short. */
  static void writeSigned(DataOutput out, long value) throws IOException {
    write(out, (value << 1) ^ (value >> 63));
  }

  static long read(DataInput in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte next = in.readByte();
      value |= (long) (next & (MORE - 1)) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IOException("a number has more than ten bytes");
  }

  static long readSigned(DataInput in) throws IOException {
    long value = read(in);
    return (value >>> 1) ^ -(value & 1);
  }
}
