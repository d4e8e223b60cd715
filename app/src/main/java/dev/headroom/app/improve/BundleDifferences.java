package dev.headroom.app.improve;

import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Differences of a bundle and of its copy, file by file. */
final class BundleDifferences {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, String> owners = new HashMap<>();
  private final Set<Path> seen = new HashSet<>();
  private final List<FileDifference> all = new ArrayList<>();
  private final Path copy;

  private BundleDifferences(Path copy) {
    this.copy = copy;
  }

  /** Files that differ or are new, by device and path. */
  static List<FileDifference> of(List<Path> paths, List<HostFacts> hosts, Path copy)
      throws IOException {
    BundleDifferences differences = new BundleDifferences(copy);
    hosts.forEach(host ->
        host.readings()
            .forEach(reading -> differences.owners.put(reading.source().name(), host.name())));
    for (Path path : paths) {
      for (SourceStream stream : SourceOpener.open(path)) {
        stream.forEach(differences::compare);
      }
    }
    differences.addNew();
    return differences.all.stream()
        .sorted(Comparator.comparing(FileDifference::device).thenComparing(FileDifference::path))
        .toList();
  }

  private void compare(MachineSource source) throws IOException {
    String device = owners.getOrDefault(source.origin(), source.host());
    String sample = source.sample() > 1 ? "samples/" + source.sample() + "/" : "";
    Path file = copy.resolve(device).resolve(sample + source.path());
    if (!Files.isRegularFile(file)) {
      return;
    }
    seen.add(file);
    byte[] before;
    try (InputStream in = source.open()) {
      before = in.readAllBytes();
    }
    try (InputStream after = UserFile.open(file)) {
      if (Arrays.equals(before, after.readAllBytes())) {
        return; // of a bundle's files some are no text
      }
    }
    FileDifference.of(
            device,
            sample + source.path(),
            Optional.of(comparable(source.path(), new String(before, StandardCharsets.UTF_8))),
            comparable(source.path(), text(file)))
        .ifPresent(all::add);
  }

  private void addNew() throws IOException {
    try (Stream<Path> files = Files.walk(copy)) {
      for (Path file :
          files.filter(Files::isRegularFile).filter(each -> !seen.contains(each)).toList()) {
        Path inside = copy.relativize(file);
        String device = inside.getName(0).toString();
        String path = inside.subpath(1, inside.getNameCount()).toString().replace('\\', '/');
        FileDifference.of(device, path, Optional.empty(), text(file)).ifPresent(all::add);
      }
    }
  }

  /** JSON in one layout, so that only values differ; any other text as it is. */
  private static String comparable(String path, String text) {
    if (!path.endsWith(".json")) {
      return text;
    }
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(text)) + "\n";
    } catch (JacksonException e) {
      return text;
    }
  }

  private static String text(Path file) throws IOException {
    return UserFile.text(file, UserFile.MOST_BY_PROGRAM);
  }
}
