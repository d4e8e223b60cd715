package dev.headroom.audit.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names of the variables that NCCL, RCCL and their plugins read, with sources in {@code
 * variables.txt}.
 */
final class KnownVariables {
  private static final String LIST = "variables.txt";
  static final Set<String> KNOWN = read();

  private KnownVariables() {}

  private static Set<String> read() {
    try (InputStream in =
        Objects.requireNonNull(KnownVariables.class.getResourceAsStream(LIST), LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
