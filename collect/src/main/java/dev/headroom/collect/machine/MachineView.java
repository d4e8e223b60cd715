package dev.headroom.collect.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Machine that is collected from.
 *
 * @param root where its files begin
 * @param live whether it is this machine, so that commands say something of it
 * @param home the caller's home directory
 * @param self the process whose limits stand for those of programs that the caller starts
 * @param user numeric user that collects; 0 is root
 * @param environment the caller's environment
 */
public record MachineView(
    Path root, boolean live, Path home, String self, int user, Map<String, String> environment) {

  /** This machine. */
  public static MachineView local() {
    // The Java machine raises its own limit on open files: whoever started it tells the true one.
    long shell =
        ProcessHandle.current()
            .parent()
            .map(ProcessHandle::pid)
            .orElse(ProcessHandle.current().pid());
    return new MachineView(
        Path.of("/"),
        true,
        Path.of(System.getProperty("user.home", "/nonexistent")),
        Files.isReadable(Path.of("/proc/" + shell + "/limits")) ? String.valueOf(shell) : "self",
        effectiveUser(),
        System.getenv());
  }

  /** A machine whose file system is mounted in a folder. */
  public static MachineView mounted(Path folder) throws IOException {
    return new MachineView(
        folder.toRealPath(), false, folder.resolve("root"), "self", effectiveUser(), Map.of());
  }

  /** What the bundle is named after: only letters, digits, dots, dashes and underscores. */
  public String host() {
    String name = firstLine(root.resolve(live ? "proc/sys/kernel/hostname" : "etc/hostname"));
    if (name.isEmpty() && root.getFileName() != null) {
      name = root.getFileName().toString();
    }
    return name.matches("[A-Za-z0-9_][A-Za-z0-9._-]*")
        ? name
        : "host-" + name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /** The first line of a small file; empty if there is none. */
  static String firstLine(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        return "";
      }
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      return lines.isEmpty() ? "" : lines.getFirst().strip();
    } catch (IOException e) {
      return "";
    }
  }

  private static int effectiveUser() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("Uid:")) {
          return Integer.parseInt(line.split("\\s+")[2]);
        }
      }
    } catch (IOException e) {
      // Not a Linux: whoever has no /proc has little to collect, and is asked for no root.
      return 0;
    }
    return 0;
  }
}
