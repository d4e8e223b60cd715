package dev.headroom.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** Folders that belong elsewhere in Debian. */
  private static final List<String> MOVED = List.of("share/man", "share/bash-completion");

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
            .replace("{arch}", platform.arch())
            .replace("{glibc}", GlibcVersion.neededBy(folder))
            .replace("{kilobytes}", Long.toString(kilobytes(folder))));
    List<DataProducer> content = new ArrayList<>();
    content.add(at(command, "/usr/bin/headroom", true));
    for (Path each : FileTree.below(folder)) {
      if (!Files.isDirectory(each)) {
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

  private static String target(String path) {
    if (path.equals("LICENSE")) {
      return "/usr/share/doc/headroom/copyright";
    }
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
