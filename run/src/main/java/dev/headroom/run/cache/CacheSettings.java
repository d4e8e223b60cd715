package dev.headroom.run.cache;

import dev.headroom.unit.Size;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Place and size of the cache of runs.
 *
 * @param folder where it is; empty if nothing is kept
 * @param boundBytes most bytes that its files take
 */
public record CacheSettings(Optional<Path> folder, long boundBytes) {
  /** Variable with the folder, or {@link #OFF}. */
  public static final String FOLDER = "HEADROOM_CACHE";

  /** Variable with the bound, such as 4GiB. */
  public static final String BOUND = "HEADROOM_CACHE_SIZE";

  /** Value of {@link #FOLDER} that keeps nothing. */
  public static final String OFF = "off";

  public static final Size DEFAULT_BOUND = new Size(1L << 30);

  /** Settings under which nothing is kept. */
  public static final CacheSettings NONE =
      new CacheSettings(Optional.empty(), DEFAULT_BOUND.bytes());

  /** Those of a folder with the default bound. */
  public static CacheSettings in(Path folder) {
    return new CacheSettings(Optional.of(folder), DEFAULT_BOUND.bytes());
  }

  /**
   * Those of a user.
   *
   * @param environment variables of the process
   * @throws IllegalArgumentException naming the variable, its value and what would be right
   */
  public static CacheSettings of(Map<String, String> environment) {
    return new CacheSettings(folder(environment), bound(environment));
  }

  /** The XDG base directory specification ignores values that are not absolute. */
  private static Optional<Path> folder(Map<String, String> environment) {
    String own = environment.getOrDefault(FOLDER, "");
    if (!own.isEmpty()) {
      return own.equals(OFF) ? Optional.empty() : Optional.of(Path.of(own).toAbsolutePath());
    }
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    return caches.startsWith("/")
        ? Optional.of(Path.of(caches, "headroom", "runs"))
        : Optional.of(home)
            .filter(path -> path.startsWith("/"))
            .map(path -> Path.of(path, ".cache", "headroom", "runs"));
  }

  private static long bound(Map<String, String> environment) {
    String told = environment.getOrDefault(BOUND, "");
    if (told.isEmpty()) {
      return DEFAULT_BOUND.bytes();
    }
    try {
      return Size.parse(told).bytes();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s=%s: not a size; use one such as %s".formatted(BOUND, told, DEFAULT_BOUND), e);
    }
  }
}
