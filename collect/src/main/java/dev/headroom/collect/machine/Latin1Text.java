package dev.headroom.collect.machine;

import dev.headroom.collect.redact.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Conversion of bytes to text and back, one character per byte, so that kept text keeps its bytes.
 */
final class Latin1Text {
  private Latin1Text() {}

  static Optional<byte[]> redacted(Redaction redaction, byte[] bytes) {
    return redaction
        .apply(new String(bytes, StandardCharsets.ISO_8859_1))
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
