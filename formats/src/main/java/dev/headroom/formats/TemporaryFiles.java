package dev.headroom.formats;

import dev.headroom.model.text.NamedOutput;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Temporary files and folders of a running process. Their names say which process that is, so that
 * whoever comes next clears away what one that was killed has left, and never what belongs to one
 * that is still at work.
 */
public final class TemporaryFiles {
  /** What others append to a name, as a database does for its log, is part of the draft. */
  private static final Pattern NAME =
      Pattern.compile("\\..+\\.(\\d+-\\d+-[0-9a-f]{8}-[0-9a-f]{8})\\.part(\\.\\w+)?");

  private static final Pattern FOLDER =
      Pattern.compile("headroom-\\w+-(\\d+-\\d+-[0-9a-f]{8}-[0-9a-f]{8})-\\d+");

  private static final int MOST_SHOWN = 40;

  private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();
  private static final AtomicLong COUNT = new AtomicLong();

  private TemporaryFiles() {}

  /**
   * A hidden file in the folder of another that is nobody else's. It is not made. What dead
   * processes of this user left in that folder is cleared first.
   *
   * @param target the file that it will become, or whose name says what it is for
   */
  public static Path newPath(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IllegalArgumentException(target + " is not a file name");
    }
    if (SWEPT.add(folder)) {
      sweep(folder, NAME);
    }
    // Not Files.createTempFile: where its random numbers come from takes a hundredth of a start.
    String name = String.valueOf(target.getFileName());
    String shown = name.substring(0, Math.min(name.length(), MOST_SHOWN)); // names have a limit
    return folder.resolve(
        "." + shown + "." + COUNT.incrementAndGet() + "." + ProcessIdentity.CURRENT + ".part");
  }

  /**
   * Makes a folder where the system keeps temporary files, which only this user can enter.
   *
   * @param what it is for, in one word
   */
  public static Path folder(String what) throws IOException {
    Path all = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    if (SWEPT.add(all)) {
      sweep(all, FOLDER);
    }
    return Files.createTempDirectory(
        all,
        "headroom-" + what + "-" + ProcessIdentity.CURRENT + "-",
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /**
   * Gives a draft its name, at once and over any file that has it.
   *
   * @throws FileSystemException that names the file and not its draft
   */
  public static void commit(Path draft, Path target) throws IOException {
    try {
      Files.move(
          draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      throw NamedOutput.under(target, e);
    }
  }

  /**
   * Gives a draft its name, and never takes another file's.
   *
   * @throws FileAlreadyExistsException if anything of that name is there, be it a link to nothing
   */
  public static void commitNew(Path draft, Path target) throws IOException {
    try {
      Files.createLink(target, draft);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      // A file system without hard links.
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      try {
        Files.move(draft, target);
      } catch (FileSystemException failure) {
        throw NamedOutput.under(target, failure);
      }
      return;
    }
    Files.delete(draft);
  }

  /** Removes a file, or a folder with all that is in it; nothing if it is not there. */
  public static void remove(Path path) throws IOException {
    try {
      Files.walkFileTree(path, new Remover());
    } catch (NoSuchFileException e) {
      // somebody else was faster
    }
  }

  /** Clears the files of dead processes of this user from a folder. */
  public static void sweep(Path folder) {
    sweep(folder, NAME);
  }

  /** As well as it can be done: what cannot be removed disturbs nobody. */
  private static void sweep(Path folder, Pattern pattern) {
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(folder, path -> isLeft(path, pattern))) {
      for (Path each : all) {
        try {
          remove(each);
        } catch (IOException e) {
          // the next may go
        }
      }
    } catch (IOException e) {
      // a folder that is not there yet, or shows nothing
    }
  }

  private static boolean isLeft(Path path, Pattern pattern) {
    Matcher name = pattern.matcher(String.valueOf(path.getFileName()));
    return name.matches()
        && ProcessIdentity.read(name.group(1)).filter(ProcessIdentity::hasExited).isPresent()
        && isOurs(path);
  }

  /** Where processes of others are hidden, they would seem to be over. */
  private static boolean isOurs(Path path) {
    try {
      UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
      Path self = Path.of("/proc/self");
      return Files.isDirectory(self)
          ? owner.equals(Files.getOwner(self))
          : owner.getName().equals(System.getProperty("user.name"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Removes on the way out; a link goes, not what it leads to. */
  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
