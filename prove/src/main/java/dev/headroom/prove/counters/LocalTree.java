package dev.headroom.prove.counters;

import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Files of this machine, or of a folder that looks like a machine. A file that failed once is not
 * read again: some drivers write a line to the kernel log for each try.
 */
public final class LocalTree implements FileTree {
  private static final long MOST = 1L << 20;
  private static final String COMMANDS = "/ethtool/";

  private final Path root;
  private final Map<String, String> failed = new ConcurrentHashMap<>();

  public LocalTree(Path root) {
    this.root = root;
  }

  /** This machine. */
  public static LocalTree machine() {
    return new LocalTree(Path.of("/"));
  }

  @Override
  public List<String> list(String folder) {
    try (Stream<Path> files = Files.list(path(folder))) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    } catch (IOException _) {
      return List.of(); // a machine without such devices has no such folder
    }
  }

  @Override
  public String text(String file) throws IOException {
    String before = failed.get(file);
    if (before != null) {
      throw new IOException(before);
    }
    try {
      return file.startsWith(COMMANDS) && root.equals(Path.of("/"))
          ? printed(file.substring(COMMANDS.length()))
          : UserFile.anyText(path(file), MOST);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      failed.put(file, String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private Path path(String file) {
    return root.resolve(file.substring(1));
  }

  /** What {@code ethtool -S IFACE} or {@code ethtool -m IFACE} prints. */
  private static String printed(String what) throws IOException {
    String[] parts = what.split("/", 2);
    Process process;
    try {
      process =
          new ProcessBuilder("ethtool", "-" + parts[0], parts[1])
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw (IOException) new NoSuchFileException("ethtool").initCause(e);
    }
    try (InputStream in = process.getInputStream()) {
      return new String(in.readNBytes((int) MOST), StandardCharsets.UTF_8);
    } finally {
      process.destroy();
    }
  }
}
