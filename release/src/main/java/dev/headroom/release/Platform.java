package dev.headroom.release;

import java.util.List;
import java.util.Locale;

/**
 * Operating system and processor that a package is for.
 *
 * @param name as in the names of packages
 * @param os as DuckDB's libraries name it
 * @param arch as DuckDB's libraries and Debian name it
 */
record Platform(String name, String os, String arch) {
  static final List<Platform> ALL =
      List.of(
          new Platform("linux-x64", "linux", "amd64"),
          new Platform("linux-aarch64", "linux", "arm64"),
          new Platform("macos-x64", "macos", "amd64"),
          new Platform("macos-aarch64", "macos", "arm64"));

  /** Platform that this process runs on. */
  static Platform host() {
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x64";
    return of((mac ? "macos-" : "linux-") + arch);
  }

  static Platform of(String name) {
    return ALL.stream()
        .filter(each -> each.name.equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no platform '"
                    + name
                    + "'; there are "
                    + String.join(", ", ALL.stream().map(Platform::name).toList())));
  }

  boolean isLinux() {
    return os.equals("linux");
  }
}
