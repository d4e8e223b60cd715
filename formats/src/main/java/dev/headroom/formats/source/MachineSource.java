package dev.headroom.formats.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Named file or command output of a machine.
 *
 * <p>Paths are the same whatever the sources came in, so that those that only a path explains (a
 * value of sysfs, a table of {@code ethtool -S}) can be told apart:
 *
 * <ul>
 *   <li>{@code sys/class/infiniband/mlx5_0/ports/1/rate}, {@code proc/cmdline}, {@code
 *       etc/sonic/config_db.json}: a file, without the leading slash
 *   <li>{@code commands/ethtool_-S_eth0}: the output of a command, its words joined by underscores
 *   <li>{@code headroom/links}: where symbolic links led, as lines {@code PATH -> TARGET}; links
 *       are never followed when sources are read
 *   <li>{@code headroom/environment}: lines {@code NAME=VALUE}
 *   <li>{@code headroom/manifest}, {@code headroom/samples}: what was done, and when
 *   <li>anything else: a loose file by its own name
 * </ul>
 */
public interface MachineSource {
  /** What the bundle or folder is named after; empty where nothing says. */
  String host();

  /** Which reading of counters this is: 1, or 2 for the later one of the same path. */
  int sample();

  /** Path within the host, with forward slashes, never absolute and without {@code ..}. */
  String path();

  /** Where a person finds it: {@code b.tar.zst: gpu-1/proc/cmdline}. */
  String origin();

  /** Bytes, where that is known before it is read; it may be wrong. */
  OptionalLong size();

  /**
   * The bytes from the start. Valid only while the source is being visited, and only once if it
   * comes from an archive.
   *
   * @throws SourceException if it holds more than anybody should read
   */
  InputStream open() throws IOException;

  /** A source that is in memory already. */
  static MachineSource of(String host, String path, byte[] bytes) {
    return new MachineSource() {
      @Override
      public String host() {
        return host;
      }

      @Override
      public int sample() {
        return 1;
      }

      @Override
      public String path() {
        return path;
      }

      @Override
      public String origin() {
        return host.isEmpty() ? path : host + "/" + path;
      }

      @Override
      public OptionalLong size() {
        return OptionalLong.of(bytes.length);
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(bytes);
      }
    };
  }

  /** A source that is in memory already, as text. */
  static MachineSource of(String host, String path, String text) {
    return of(host, path, text.getBytes(StandardCharsets.UTF_8));
  }
}
