package dev.headroom.app;

import dev.headroom.collect.bundle.BundleWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Many bundles of one host, some of which say something else. */
final class MadeFleet {
  /** What one host says otherwise: in which file which text stands for which. */
  record Drift(String host, String file, String from, String to) {}

  private final Map<String, String> files = new TreeMap<>();

  /** A file as every host has it. */
  MadeFleet with(String name, String text) {
    files.put(name, text);
    return this;
  }

  /** All files of a folder below a name. */
  MadeFleet with(String name, Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        with(name + "/" + folder.relativize(file), Files.readString(file));
      }
    }
    return this;
  }

  /** Writes bundles of hosts gpu-0000, gpu-0001, ... into a folder. */
  void write(Path folder, int hosts, List<Drift> drifts) throws IOException {
    for (int i = 0; i < hosts; i++) {
      String host = host(i);
      Map<String, String> its = new LinkedHashMap<>(files);
      for (Drift drift : drifts) {
        if (drift.host().equals(host)) {
          String text = its.get(drift.file());
          if (text == null || !text.contains(drift.from())) {
            throw new IllegalArgumentException(drift + " changes nothing");
          }
          its.put(drift.file(), text.replace(drift.from(), drift.to()));
        }
      }
      try (BundleWriter writer =
          BundleWriter.create(folder.resolve(host + ".tar.zst"), 1_790_000_000L)) {
        for (Map.Entry<String, String> file : its.entrySet()) {
          writer.add(
              "headroom-" + host + "/" + file.getKey(),
              file.getValue().getBytes(StandardCharsets.UTF_8));
        }
        writer.commit();
      }
    }
  }

  static String host(int number) {
    return "gpu-%04d".formatted(number);
  }
}
