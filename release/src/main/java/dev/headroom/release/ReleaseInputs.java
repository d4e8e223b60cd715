package dev.headroom.release;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Inputs of a release: what Maven built, and where packages go.
 *
 * @param root the checkout
 * @param libraries folder of the program's jar and of those that it needs
 * @param bom CycloneDX bill of materials of these libraries
 * @param out folder of the packages
 * @param version such as {@code 0.1.0}
 * @param time modification time of every file in a package
 * @param jmods folder of the JDK modules of each further platform
 * @param caches whether to train start-up caches, which are not the same bytes each time
 */
record ReleaseInputs(
    Path root,
    Path libraries,
    Path bom,
    Path out,
    String version,
    Instant time,
    Map<Platform, Path> jmods,
    boolean caches) {

  /** Reads arguments of the form {@code name=value}. */
  static ReleaseInputs parse(String... args) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      values.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
    return new ReleaseInputs(
        Path.of(value(values, "root")),
        Path.of(value(values, "libraries")),
        Path.of(value(values, "bom")),
        Path.of(value(values, "out")),
        value(values, "version"),
        Instant.parse(value(values, "time")),
        jmods(value(values, "jmods")),
        value(values, "caches").equals("with"));
  }

  private static String value(Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("argument " + name + "=… is missing");
    }
    return value;
  }

  private static Map<Platform, Path> jmods(String list) {
    Map<Platform, Path> jmods = new LinkedHashMap<>();
    for (String each : list.split(",")) {
      int equals = each.indexOf('=');
      if (equals > 0) {
        jmods.put(Platform.of(each.substring(0, equals)), Path.of(each.substring(equals + 1)));
      } else if (!each.isEmpty()) {
        throw new IllegalArgumentException(
            "headroom.jmods: '" + each + "' is not of the form PLATFORM=FOLDER");
      }
    }
    return jmods;
  }

  /** Name of a package's folder and files, such as {@code headroom-0.1.0-linux-x64}. */
  String name(Platform platform) {
    return "headroom-" + version + "-" + platform.name();
  }
}
