package dev.headroom.formats;

import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lock on a folder of results, for as long as a command writes there: two commands would delete
 * each other's files. The system holds it for the process, so that of a killed one none is left.
 * The locked file says who holds it.
 */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = ".headroom-lock";

  private static final Set<OpenOption> OPEN =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private static final Pattern HOLDER = Pattern.compile("process \\d+(?: on [\\w.-]+)?");

  /** Where files get other keys each time, one is taken at last as it is. */
  private static final int MOST_TRIES = 20;

  /**
   * Those of this process. It must not open one a second time: the system gives up all locks of a
   * process on a file when that closes any of its handles.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final @Nullable FileChannel channel;
  private final String problem;

  private FolderLock(Path file, @Nullable FileChannel channel, String problem) {
    this.file = file;
    this.channel = channel;
    this.problem = problem;
  }

  /**
   * Takes the lock.
   *
   * @throws FileSystemException if somebody holds it; the message says who, and what can be done
   */
  public static FolderLock take(Path folder) throws IOException {
    Optional<FolderLock> lock = tryTake(folder);
    if (lock.isEmpty()) {
      throw new FileSystemException(
          ("%s: another headroom command (%s) is writing its results there; wait until it ends, "
                  + "or set another folder with --out")
              .formatted(folder, holder(folder)));
    }
    return lock.get();
  }

  /**
   * The lock; empty if somebody holds it. Where the file system has none, it is one in name only,
   * with a {@link #problem}.
   */
  public static Optional<FolderLock> tryTake(Path folder) throws IOException {
    Path file = folder.toRealPath().resolve(NAME);
    if (!HELD.add(file)) {
      return Optional.empty();
    }
    try {
      Optional<FileChannel> channel = locked(file);
      if (channel.isEmpty()) {
        HELD.remove(file);
      }
      return channel.map(open -> new FolderLock(file, open, ""));
    } catch (OverlappingFileLockException e) {
      HELD.remove(file);
      return Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of(new FolderLock(file, null, FailureMessage.of(e)));
    }
  }

  private static Optional<FileChannel> locked(Path file) throws IOException {
    for (int left = MOST_TRIES; ; left--) {
      String before = key(file);
      FileChannel channel = FileChannel.open(file, OPEN);
      boolean isHeld = false;
      try {
        FileLock lock = channel.tryLock();
        if (lock == null) {
          return Optional.empty();
        }
        // Whoever held it may have removed the file meanwhile, and the next one made another.
        isHeld = left == 0 || (!before.isEmpty() && before.equals(key(file)));
        if (isHeld) {
          channel.truncate(0);
          channel.write(ByteBuffer.wrap((self() + "\n").getBytes(StandardCharsets.UTF_8)));
          return Optional.of(channel);
        }
      } finally {
        if (!isHeld) {
          channel.close();
        }
      }
    }
  }

  /** Which file it is, whatever its name; nothing if it is not there. */
  private static String key(Path file) throws IOException {
    try {
      return String.valueOf(
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey());
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static String self() {
    String process = "process " + ProcessHandle.current().pid();
    String named = process + " on " + hostName();
    return HOLDER.matcher(named).matches() ? named : process;
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return ""; // not every system has it
    }
  }

  private static String holder(Path folder) {
    try {
      Path file = folder.toRealPath().resolve(NAME);
      String said = HELD.contains(file) ? self() : Files.readString(file).strip();
      return HOLDER.matcher(said).matches() ? said : "of an unknown process";
    } catch (IOException e) {
      return "of an unknown process";
    }
  }

  /** Whether a file is that of a lock, held or left by a process that was killed. */
  public static boolean isLock(Path file) {
    return file.endsWith(NAME);
  }

  /** Why the folder is not locked, in a few words; empty if it is. */
  public String problem() {
    return problem;
  }

  @Override
  public void close() {
    if (channel != null) {
      try (channel) {
        Files.deleteIfExists(file); // before it is given up
      } catch (IOException e) {
        // The file may stay: it is the lock on it that counts.
      }
    }
    HELD.remove(file);
  }
}
