package dev.headroom.release;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Text files beside the classes of this package. */
final class Resources {
  private Resources() {}

  static String text(String name) throws IOException {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
