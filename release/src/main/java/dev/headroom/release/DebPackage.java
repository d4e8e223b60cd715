package dev.headroom.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.vafer.jdeb.Console;
import org.vafer.jdeb.DataProducer;
import org.vafer.jdeb.DebMaker;
import org.vafer.jdeb.PackagingException;
import org.vafer.jdeb.mapping.Mapper;
import org.vafer.jdeb.mapping.PermMapper;
import org.vafer.jdeb.producers.DataProducerFile;

/** Debian package: the installation in /usr/lib/headroom, and the command in /usr/bin. */
final class DebPackage {
  private static final String HOME = "/usr/lib/headroom";
  private static final String DOCUMENTATION = "/usr/share/doc/headroom/";
  private static final String MAINTAINER = "The Headroom developers <headroom@localhost>";

  /** Folders that belong elsewhere in Debian. */
  private static final List<String> MOVED =
      List.of("share/man", "share/bash-completion", "share/doc");

  private DebPackage() {}

  static Path write(ReleaseInputs inputs, Platform platform, Path folder)
      throws IOException, PackagingException {
    Path file =
        inputs.out().resolve("headroom_" + inputs.version() + "_" + platform.arch() + ".deb");
    Path control = Files.createTempDirectory("headroom-deb");
    Path command = control.resolve("headroom");
    Files.writeString(command, "#!/bin/sh\nexec " + HOME + "/bin/headroom \"$@\"\n");
    Path controls = Files.createDirectory(control.resolve("control"));
    Files.writeString(
        controls.resolve("control"),
        Resources.text("control")
            .replace("{version}", inputs.version())
            .replace("{maintainer}", MAINTAINER)
            .replace("{arch}", platform.arch())
            .replace("{glibc}", GlibcVersion.neededBy(folder))
            .replace("{kilobytes}", Long.toString(kilobytes(folder))));
    List<DataProducer> content = new ArrayList<>();
    content.add(at(command, "/usr/bin/headroom", true));
    content.add(at(copyright(control, folder), DOCUMENTATION + "copyright", false));
    content.add(at(changelog(control, inputs), DOCUMENTATION + "changelog.gz", false));
    for (Path each : FileTree.below(folder)) {
      if (!Files.isDirectory(each) && !each.equals(folder.resolve("LICENSE"))) {
        content.add(at(each, target(folder.relativize(each).toString()), FileTree.isProgram(each)));
      }
    }
    DebMaker maker = new DebMaker(new Silent(), content, List.of());
    maker.setControl(controls.toFile());
    maker.setDeb(file.toFile());
    maker.setEncoding(StandardCharsets.UTF_8);
    maker.setCompression("gzip");
    maker.setOutputTimestampMs(inputs.time().toEpochMilli());
    maker.validate();
    maker.makeDeb();
    FileTree.delete(control);
    return file;
  }

  private static Path copyright(Path in, Path folder) throws IOException {
    String licence =
        Files.readString(folder.resolve("LICENSE"))
            .strip()
            .lines()
            .map(line -> line.isBlank() ? " ." : " " + line)
            .collect(Collectors.joining("\n", "", "\n"));
    return Files.writeString(in.resolve("copyright"), Resources.text("copyright") + licence);
  }

  /** In Debian's format, with the entries of this version. */
  private static Path changelog(Path in, ReleaseInputs inputs) throws IOException {
    String entry =
        "headroom (%s) unstable; urgency=medium\n\n%s\n -- %s  %s\n"
            .formatted(
                inputs.version(),
                changes(inputs),
                MAINTAINER,
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    inputs.time().atOffset(ZoneOffset.UTC)));
    Path file = in.resolve("changelog.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(entry.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private static String changes(ReleaseInputs inputs) throws IOException {
    StringBuilder changes = new StringBuilder();
    boolean isOfVersion = false;
    for (String line : Files.readAllLines(inputs.root().resolve("CHANGELOG.md"))) {
      if (line.startsWith("## ")) {
        isOfVersion = line.startsWith("## " + inputs.version() + " ");
      } else if (isOfVersion && line.startsWith("- ")) {
        changes.append("  * ").append(line.substring(2).replace("**", "")).append('\n');
      } else if (isOfVersion && line.startsWith("  ")) {
        changes.append("  ").append(line).append('\n');
      }
    }
    if (changes.isEmpty()) {
      throw new IOException("CHANGELOG.md: no entries of version " + inputs.version());
    }
    return changes.toString();
  }

  private static String target(String path) {
    return MOVED.stream().anyMatch(path::startsWith) ? "/usr/" + path : HOME + "/" + path;
  }

  private static DataProducer at(Path file, String target, boolean program) {
    Mapper permissions =
        new PermMapper(0, 0, "root", "root", program ? "755" : "644", "755", 0, null);
    return new DataProducerFile(
        file.toFile(), target, new String[0], new String[0], new Mapper[] {permissions});
  }

  private static long kilobytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path each : FileTree.below(folder)) {
      bytes += Files.isDirectory(each) ? 0 : Files.size(each);
    }
    return bytes / 1024;
  }

  /** Console that keeps what jdeb does to itself; its errors are exceptions. */
  private static final class Silent implements Console {
    @Override
    public void debug(String message) {}

    @Override
    public void info(String message) {}

    @Override
    public void warn(String message) {
      System.out.println("release: " + message);
    }
  }
}
