package dev.headroom.formats.chakra;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Message of Protocol Buffers, read field by field, with the features that Chakra uses: {@code
 * protobuf.dev/programming-guides/encoding}. A field begins with its number and how it is written
 * (a varint, eight bytes, a length and so many bytes, four bytes).
 */
final class ProtobufMessage {
  private static final int VARINT = 0;
  private static final int EIGHT = 1;
  private static final int BYTES = 2;
  private static final int FOUR = 5;

  private static final int MOST_VARINT_BYTES = 10;

  /** What is not such a message. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String what) {
      super(what);
    }
  }

  private final ByteBuffer bytes;
  private int field;
  private int form;

  // Of the field at hand.
  private long number;
  private ByteBuffer inner = ByteBuffer.allocate(0);

  ProtobufMessage(ByteBuffer bytes) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads a message that stands behind its own length; the buffer is behind it then. */
  static ProtobufMessage delimited(ByteBuffer file) throws Malformed {
    ProtobufMessage outer = new ProtobufMessage(file);
    long length = outer.varint();
    if (length < 0 || length > outer.bytes.remaining()) {
      throw new Malformed(
          "the length prefix says %d bytes, but only %d bytes are left"
              .formatted(length, outer.bytes.remaining()));
    }
    int start = file.position() + outer.bytes.position();
    ProtobufMessage message = new ProtobufMessage(file.slice(start, (int) length));
    file.position(start + (int) length);
    return message;
  }

  /** Goes on to the next field; false if there is none. */
  boolean next() throws Malformed {
    if (!bytes.hasRemaining()) {
      return false;
    }
    long key = varint();
    field = (int) (key >>> 3);
    form = (int) (key & 7);
    switch (form) {
      case VARINT -> number = varint();
      case EIGHT -> number = take(Long.BYTES).getLong();
      case FOUR -> number = take(Integer.BYTES).getInt();
      case BYTES -> {
        long length = varint();
        if (length < 0 || length > bytes.remaining()) {
          throw new Malformed(
              "the field's length says %d bytes, but only %d bytes are left"
                  .formatted(length, bytes.remaining()));
        }
        inner = take((int) length);
      }
      default -> throw new Malformed("invalid wire type " + form);
    }
    if (field == 0) {
      throw new Malformed("0 is not a valid field number");
    }
    return true;
  }

  private ByteBuffer take(int length) throws Malformed {
    if (length > bytes.remaining()) {
      throw new Malformed("the message ends within a field");
    }
    ByteBuffer part = bytes.slice(bytes.position(), length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(bytes.position() + length);
    return part;
  }

  private long varint() throws Malformed {
    long value = 0;
    for (int i = 0; i < MOST_VARINT_BYTES; i++) {
      if (!bytes.hasRemaining()) {
        throw new Malformed("the message ends within a number");
      }
      byte each = bytes.get();
      value |= (long) (each & 0x7f) << (7 * i);
      if (each >= 0) {
        return value;
      }
    }
    throw new Malformed("a number has more than %d bytes".formatted(MOST_VARINT_BYTES));
  }

  /** The number of the field at hand. */
  int field() {
    return field;
  }

  /** Whether it is a number, not bytes. */
  boolean isNumber() {
    return form != BYTES;
  }

  /** A number, however it is written. */
  long number() {
    return number;
  }

  /** As a {@code double} or {@code float} of four or eight bytes. */
  double doubleValue() {
    return form == FOUR ? Float.intBitsToFloat((int) number) : Double.longBitsToDouble(number);
  }

  String text() {
    return StandardCharsets.UTF_8.decode(inner.duplicate()).toString();
  }

  ProtobufMessage message() {
    return new ProtobufMessage(inner);
  }

  /** Adds the numbers of a repeated field, which may be packed into bytes. */
  void numbers(List<Long> into) throws Malformed {
    if (isNumber()) {
      into.add(number);
      return;
    }
    ProtobufMessage packed = new ProtobufMessage(inner);
    while (packed.bytes.hasRemaining()) {
      into.add(packed.varint());
    }
  }
}
