package dev.headroom.prove.counters;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Files that a host has sent, as the script of {@link #script} prints them: a line of a file is
 * {@code F TAB PATH TAB LINE}, a file that cannot be read {@code E TAB PATH TAB REASON}.
 */
public final class SentTree implements FileTree {
  private final Map<String, StringBuilder> texts = new HashMap<>();
  private final Map<String, String> failed = new HashMap<>();

  private SentTree() {}

  /** Those of an output. Lines of another form, as a login may print, are passed over. */
  public static SentTree of(String output) {
    SentTree tree = new SentTree();
    output.lines().forEach(tree::add);
    return tree;
  }

  /**
   * The script, for {@code sh -s}: it reads files and runs {@code ethtool}, and changes nothing.
   */
  public static String script() {
    try (InputStream in = SentTree.class.getResourceAsStream("counters.sh")) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file counters.sh");
      }
      String files =
          HostFile.ofBurnIn().stream().map(path -> "/" + path).collect(Collectors.joining(" "));
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@FILES@", files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String line) {
    String[] parts = line.split("\t", 3);
    if (parts.length < 3 || !parts[1].startsWith("/")) {
      return;
    }
    if (parts[0].equals("F")) {
      texts.computeIfAbsent(parts[1], _ -> new StringBuilder()).append(parts[2]).append('\n');
    } else if (parts[0].equals("E")) {
      failed.put(parts[1], parts[2]);
    }
  }

  @Override
  public List<String> list(String folder) {
    String prefix = folder + "/";
    TreeSet<String> names = new TreeSet<>();
    for (Map<String, ?> files : List.of(texts, failed)) {
      for (String file : files.keySet()) {
        if (file.startsWith(prefix)) {
          names.add(file.substring(prefix.length()).replaceFirst("/.*", ""));
        }
      }
    }
    return List.copyOf(names);
  }

  @Override
  public String text(String file) throws IOException {
    StringBuilder text = texts.get(file);
    if (text != null) {
      return text.toString();
    }
    String why = failed.get(file);
    throw why == null ? new NoSuchFileException(file) : new IOException(why);
  }
}
