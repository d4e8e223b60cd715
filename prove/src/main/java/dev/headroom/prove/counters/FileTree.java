package dev.headroom.prove.counters;

import java.io.IOException;
import java.util.List;

/**
 * Files of a host by their absolute paths, and outputs of two commands under {@code /ethtool}:
 * {@code /ethtool/S/IFACE} and {@code /ethtool/m/IFACE}.
 */
public interface FileTree {
  /** Names in a folder, sorted; none where there is no such folder. */
  List<String> list(String folder);

  /**
   * The text of a file.
   *
   * @throws IOException if it is there and cannot be read; {@link
   *     java.nio.file.NoSuchFileException} if it is not there
   */
  String text(String file) throws IOException;
}
