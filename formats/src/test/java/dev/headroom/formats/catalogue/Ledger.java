package dev.headroom.formats.catalogue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What each parser has been fuzzed with so far: a line for each finished search, {@code sample,
 * seed, texts, seconds}, so that a later search goes another way. {@code -Dheadroom.fuzz.ledger=}
 * names the file; docs/fuzzed.tsv is the one that is kept.
 */
record Ledger(Optional<Path> file) {

  static Ledger asAsked() {
    return new Ledger(
        Optional.ofNullable(System.getProperty("headroom.fuzz.ledger")).map(Path::of));
  }

  /** The seed to take: one that this sample has not had, or the given one if nobody keeps count. */
  long seed(String sample, long otherwise) throws IOException {
    return lines().stream()
        .map(line -> line.split("\t", -1))
        .filter(cells -> cells[0].equals(sample))
        .mapToLong(cells -> Long.parseLong(cells[1]) + 1)
        .max()
        .orElse(otherwise);
  }

  /** How long each sample has been searched. */
  Map<String, Duration> had() throws IOException {
    return lines().stream()
        .map(line -> line.split("\t", -1))
        .collect(
            Collectors.toMap(
                cells -> cells[0],
                cells -> Duration.ofSeconds(Long.parseLong(cells[3])),
                Duration::plus));
  }

  void add(String sample, long seed, long texts, Duration time) throws IOException {
    if (file.isPresent()) {
      Files.writeString(
          file.get(),
          "%s\t%d\t%d\t%d%n".formatted(sample, seed, texts, time.toSeconds()),
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  private List<String> lines() throws IOException {
    if (file.isEmpty() || !Files.exists(file.get())) {
      return List.of();
    }
    return Files.readAllLines(file.get()).stream().skip(1).toList();
  }
}
