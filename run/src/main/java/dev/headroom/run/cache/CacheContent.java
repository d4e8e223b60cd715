package dev.headroom.run.cache;

/**
 * Content of a cache of runs.
 *
 * @param entries whole runs
 * @param segments files with the figures of many runs
 * @param bytes of all its files
 */
public record CacheContent(long entries, long segments, long bytes) {
  public static final CacheContent NONE = new CacheContent(0, 0, 0);
}
