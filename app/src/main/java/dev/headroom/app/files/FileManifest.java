package dev.headroom.app.files;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * List of the files that a command wrote into a folder, with their SHA-256, in the form of {@code
 * sha256sum}. A later command replaces these files, and leaves those that a user added or edited.
 * While files are being replaced, the list has those of before and of after: a name with two sums.
 */
public final class FileManifest {
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  (.+)");

  private final Map<String, Set<String>> sums = new TreeMap<>();

  private FileManifest() {}

  /**
   * A list as it was written.
   *
   * @return one without files if the list is not there
   */
  public static FileManifest read(Path list) throws IOException {
    FileManifest manifest = new FileManifest();
    if (Files.exists(list)) {
      UserFile.text(list, UserFile.MOST_BY_PROGRAM)
          .lines()
          .map(LINE::matcher)
          .filter(Matcher::matches)
          .filter(line -> isInside(line.group(2)))
          .forEach(line -> manifest.add(line.group(2), line.group(1)));
    }
    return manifest;
  }

  /** Files that are to be written. */
  public static FileManifest of(Map<String, byte[]> files) {
    FileManifest manifest = new FileManifest();
    files.forEach((name, bytes) -> manifest.add(name, hash(bytes)));
    return manifest;
  }

  /** All files that a folder has. */
  public static FileManifest of(Path folder) throws IOException {
    FileManifest manifest = new FileManifest();
    for (String name : names(folder)) {
      manifest.add(name, hash(folder.resolve(name)));
    }
    return manifest;
  }

  /** The SHA-256 in hexadecimal digits. */
  public static String hash(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static String hash(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(UserFile.open(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A list may be edited: it names nothing outside of its folder. */
  private static boolean isInside(String name) {
    Path path = Path.of(name).normalize();
    return !path.isAbsolute() && !path.startsWith("..") && !path.toString().isEmpty();
  }

  private void add(String name, String sum) {
    sums.computeIfAbsent(name, _ -> new TreeSet<>()).add(sum);
  }

  /** Writes the list. */
  public void write(Path list) throws IOException {
    StringBuilder text = new StringBuilder();
    sums.forEach(
        (name, all) -> all.forEach(sum -> text.append(sum).append("  ").append(name).append('\n')));
    AtomicWriter.write(list, text);
  }

  /** The files of both. */
  public FileManifest with(FileManifest other) {
    FileManifest both = new FileManifest();
    Stream.of(this, other)
        .forEach(each -> each.sums.forEach((name, all) -> all.forEach(sum -> both.add(name, sum))));
    return both;
  }

  /** Whether both list a file with the same content. */
  public boolean isSame(String name, FileManifest other) {
    Set<String> own = sums.getOrDefault(name, Set.of());
    return !own.isEmpty() && own.equals(other.sums.getOrDefault(name, Set.of()));
  }

  public Set<String> names() {
    return sums.keySet();
  }

  /** Listed files of a folder that have other content now. */
  public List<String> edited(Path folder) throws IOException {
    TreeSet<String> edited = new TreeSet<>();
    for (Map.Entry<String, Set<String>> each : sums.entrySet()) {
      Path file = folder.resolve(each.getKey());
      boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      if (isThere
          && !(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
              && each.getValue().contains(hash(file)))) {
        edited.add(each.getKey());
      }
    }
    return List.copyOf(edited);
  }

  /** Files of a folder that are not listed. */
  public List<String> others(Path folder) throws IOException {
    return names(folder).stream().filter(name -> !sums.containsKey(name)).toList();
  }

  /** Everything below a folder but folders; nothing if it is not there. */
  private static List<String> names(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    Path whole = folder.toRealPath(); // a link to a folder is the folder
    try (Stream<Path> all = Files.walk(whole)) {
      return all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          .map(each -> whole.relativize(each).toString())
          .sorted()
          .toList();
    }
  }

  /**
   * Deletes listed files, and folders that are empty then.
   *
   * @param kept names that stay
   */
  public void delete(Path folder, Collection<String> kept) throws IOException {
    Set<Path> folders = new TreeSet<>();
    for (String name : sums.keySet()) {
      if (!kept.contains(name)) {
        Path path = Path.of(name);
        Files.deleteIfExists(folder.resolve(path));
        for (int parts = path.getNameCount() - 1; parts > 0; parts--) {
          folders.add(path.subpath(0, parts));
        }
      }
    }
    for (Path each : List.copyOf(folders).reversed()) {
      try {
        Files.delete(folder.resolve(each));
      } catch (DirectoryNotEmptyException | NoSuchFileException e) {
        // somebody's file is there, or somebody was faster
      }
    }
  }
}
