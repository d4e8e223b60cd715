package dev.headroom.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Debian root in a folder, without Java and Maven, in which commands run by chroot. It has no
 * /proc, no /dev and no network.
 */
final class DebianRoot {
  /** What a command printed, and how it ended. */
  record Result(int code, String output) {}

  private final Path folder;

  private DebianRoot(Path folder) {
    this.folder = folder;
  }

  Path folder() {
    return folder;
  }

  /** The libraries that the program needs and a shell; no program else. */
  static DebianRoot minimal(Path folder) throws Exception {
    assumePossible();
    Path archive = folder.resolveSibling(folder.getFileName() + ".tar");
    BaseImage.debian(archive, "libc6,zlib1g,libstdc++6,dash", 0);
    return unpacked(archive, folder);
  }

  /** Debian's essential packages, among them dpkg, and the libraries that the program needs. */
  static DebianRoot essential(Path folder) throws Exception {
    assumePossible();
    Path archive = folder.resolveSibling(folder.getFileName() + ".tar");
    Commands.run(
        Path.of("/tmp"),
        List.of(
            "/usr/bin/mmdebstrap",
            "--variant=essential",
            "--include=zlib1g,libstdc++6",
            "bookworm",
            archive.toString(),
            BaseImage.sources().toString()));
    return unpacked(archive, folder);
  }

  /** A folder that holds a root already. */
  static DebianRoot of(Path folder) {
    return new DebianRoot(folder);
  }

  private static DebianRoot unpacked(Path archive, Path folder) throws Exception {
    Files.createDirectories(folder);
    Commands.run(folder, List.of("tar", "-xf", archive.toString(), "--exclude=./dev/*", "-C", "."));
    Files.delete(archive);
    return new DebianRoot(folder);
  }

  static void assumePossible() {
    Assumptions.assumeTrue(BaseImage.isPossible(), "mmdebstrap is not installed");
    Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "chroot needs root");
  }

  /** Runs a command with the environment of a login and these variables. */
  Result run(Map<String, String> variables, String... command)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("/usr/sbin/chroot", folder.toString()));
    words.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "HOME", "/root"));
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return new Result(process.waitFor(), output);
  }
}
