package dev.headroom.formats.chakra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes execution traces as Chakra's own programs do. */
final class TraceWriter {
  private final ByteArrayOutputStream file = new ByteArrayOutputStream();

  TraceWriter() {
    delimited(field(1, "0.0.4"));
  }

  /**
   * A node.
   *
   * @param type of the schema's NodeType
   * @param attributes name and value by turns: numbers as int64, or yes and no, or text
   */
  TraceWriter node(long id, int type, List<Long> after, long micros, Object... attributes) {
    ByteArrayOutputStream node = new ByteArrayOutputStream();
    node.writeBytes(field(1, id));
    node.writeBytes(field(2, "node " + id));
    node.writeBytes(field(3, type));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    after.forEach(each -> packed.writeBytes(varint(each)));
    node.writeBytes(field(5, packed.toByteArray()));
    node.writeBytes(field(7, micros));
    for (int i = 0; i < attributes.length; i += 2) {
      ByteArrayOutputStream attribute = new ByteArrayOutputStream();
      attribute.writeBytes(field(1, (String) attributes[i]));
      attribute.writeBytes(
          switch (attributes[i + 1]) {
            case Boolean yes -> field(27, yes ? 1 : 0);
            case String text -> field(29, text);
            case Number number -> field(9, number.longValue());
            default -> throw new IllegalArgumentException();
          });
      node.writeBytes(field(10, attribute.toByteArray()));
    }
    delimited(node.toByteArray());
    return this;
  }

  private void delimited(byte[] message) {
    file.writeBytes(varint(message.length));
    file.writeBytes(message);
  }

  private static byte[] field(int number, long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(varint((long) number << 3));
    out.writeBytes(varint(value));
    return out.toByteArray();
  }

  private static byte[] field(int number, String text) {
    return field(number, text.getBytes(UTF_8));
  }

  private static byte[] field(int number, byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(varint(((long) number << 3) | 2));
    out.writeBytes(varint(bytes.length));
    out.writeBytes(bytes);
    return out.toByteArray();
  }

  private static byte[] varint(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
    return out.toByteArray();
  }

  byte[] bytes() {
    return file.toByteArray();
  }

  Path to(Path path) throws IOException {
    return Files.write(path, bytes());
  }
}
