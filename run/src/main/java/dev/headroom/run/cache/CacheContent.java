package dev.headroom.run.cache;

import java.io.IOException;

/**
 * Content of a cache of runs.
 *
 * @param entries whole runs
 * @param segments files with the figures of many runs
 * @param bytes of all its files
 */
public record CacheContent(long entries, long segments, long bytes) {
  public static final CacheContent NONE = new CacheContent(0, 0, 0);

  /** That of the cache with these settings; none if it is off or has not been used yet. */
  public static CacheContent of(CacheSettings settings) throws IOException {
    return settings.folder().isEmpty() ? NONE : folder(settings).content();
  }

  /** Removes all of it. Files of others in the same folder stay. */
  public static void clear(CacheSettings settings) throws IOException {
    if (settings.folder().isPresent()) {
      folder(settings).clear();
    }
  }

  private static CacheFolder folder(CacheSettings settings) {
    return new CacheFolder(settings.folder().orElseThrow(), settings.boundBytes());
  }
}
