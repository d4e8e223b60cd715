package dev.headroom.audit.emit;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.model.text.NamedOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Copy of a bundle with a plan laid into its files, as the devices would have them afterwards. The
 * readers of an audit read it like any bundle: it has a folder for each device.
 *
 * @param left changes that no file of the bundle can show, a sentence each
 */
public record LaidBundle(List<String> left) {
  /** Keeps a copy. */
  public LaidBundle {
    left = List.copyOf(left);
  }

  /**
   * Writes the copy.
   *
   * @param sources what the bundle was read from, opened again
   * @param hosts what was read
   * @param to a folder that is empty or not there
   * @throws FileAlreadyExistsException if the folder has anything in it
   */
  public static LaidBundle write(
      List<SourceStream> sources, List<HostFacts> hosts, EmitPlan plan, Path to)
      throws IOException {
    if (Files.isDirectory(to)) {
      try (Stream<Path> there = Files.list(to)) {
        if (there.findAny().isPresent()) {
          throw new FileAlreadyExistsException(to.toString());
        }
      }
    }
    LaidFiles files = new LaidFiles();
    for (DeviceEmission device : plan.devices()) {
      hosts.stream()
          .filter(host -> host.name().equals(device.device()))
          .findFirst()
          .ifPresent(host -> lay(device, host, files));
    }
    copy(sources, hosts, files, to);
    for (LaidFiles.Added added : files.added()) {
      Path file = to.resolve(folder(added.device())).resolve(added.path());
      AtomicWriter.write(file, added.text());
    }
    return new LaidBundle(files.left());
  }

  private static void lay(DeviceEmission device, HostFacts host, LaidFiles files) {
    for (DeviceEmission.Part part : device.parts()) {
      if (part.language() instanceof EmitLanguage.OfSwitch of) {
        LaidSwitch.lay(host, of.writer(), part.emission().edits(), files);
      } else {
        LaidHost.lay(host, part, files);
      }
    }
  }

  private static void copy(
      List<SourceStream> sources, List<HostFacts> hosts, LaidFiles files, Path to)
      throws IOException {
    Map<String, Set<String>> owners = new HashMap<>();
    for (HostFacts host : hosts) {
      host.readings()
          .forEach(reading ->
              owners
                  .computeIfAbsent(reading.source().name(), _ -> new HashSet<>())
                  .add(host.name()));
    }
    for (SourceStream stream : sources) {
      stream.forEach(source -> write(source, owners, files, to));
    }
  }

  private static void write(
      MachineSource source, Map<String, Set<String>> owners, LaidFiles files, Path to)
      throws IOException {
    Set<String> own = owners.getOrDefault(source.origin(), Set.of());
    String folder = own.size() == 1 ? own.iterator().next() : source.host();
    String sample = source.sample() > 1 ? "samples/" + source.sample() + "/" : "";
    Path file = to.resolve(folder(folder)).resolve(sample + source.path());
    Files.createDirectories(file.resolveSibling(""));
    byte[] bytes;
    try (InputStream in = source.open()) {
      bytes = in.readAllBytes();
    }
    try (OutputStream out = NamedOutput.open(file, file)) {
      out.write(
          files.isEdited(source.origin())
              ? files
                  .edited(source.origin(), new String(bytes, StandardCharsets.UTF_8))
                  .getBytes(StandardCharsets.UTF_8)
              : bytes);
    }
  }

  private static String folder(String device) {
    return device.replaceAll("[/\\\\\\p{Cntrl}]", "-");
  }
}
