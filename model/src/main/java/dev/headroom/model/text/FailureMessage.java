package dev.headroom.model.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plain description of a failure, without Java class names. Many of Java's messages are only a file
 * or class name, or missing.
 */
public final class FailureMessage {
  private static final String UNKNOWN = "it failed for an unknown reason";

  /** What systems say, and what is easier to read. Of the network's words all are. */
  private static final Map<String, String> OF_THE_SYSTEM =
      Map.ofEntries(
          Map.entry("no such file or directory", "no such file"),
          Map.entry("is a directory", "is a folder"),
          Map.entry("not a directory", "a component of the path is a file, not a folder"),
          Map.entry("permission denied", "permission denied"),
          Map.entry("operation not permitted", "permission denied"),
          Map.entry("no space left on device", "the disk is full"),
          Map.entry("disk quota exceeded", "the disk quota is exceeded"),
          Map.entry("file too large", "the file is larger than its file system or limit allows"),
          Map.entry("read-only file system", "the file system is read-only"),
          Map.entry("too many open files", "too many open files; ulimit -n sets the limit"),
          Map.entry("file name too long", "the name is too long"),
          Map.entry("too many levels of symbolic links", "the path has a loop of symbolic links"),
          Map.entry(
              "too many levels of symbolic links or unable to access attributes of symbolic link",
              "the path has a loop of symbolic links"),
          Map.entry("input/output error", "the device reports an error"),
          Map.entry("stale file handle", "the file server no longer has the file"),
          Map.entry("text file busy", "the file is a running program"),
          Map.entry("not in gzip format", "is not a gzip file"));

  /** A class with its package; before a message also one without. Files and hosts have dots too. */
  private static final Pattern JAVA_NAME =
      Pattern.compile(
          "(?<![\\w./-])(?:javax?|jdk|sun|com|org|net|io|tools|dev|picocli)(?:\\.[a-z]\\w*)*\\.[A-Z][\\w$]*(?:: ?)?"
              + "|^[A-Z]\\w*(?:Exception|Error)(?:: ?|$)");

  /** What Java writes about a reference that leads nowhere, or a cast. */
  private static final Pattern OF_THE_PROGRAM =
      Pattern.compile("Cannot .* because .*|class \\S+ cannot be cast .*", Pattern.DOTALL);

  private FailureMessage() {}

  /**
   * In a few words, such as {@code the disk is full}, without the name of a file that the failure
   * carries: whoever tells it says of what it is.
   */
  public static String of(Throwable failure) {
    return switch (failure) {
      case UncheckedIOException e -> of(cause(e));
      case ExecutionException e -> of(cause(e));
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "already exists";
      case NotDirectoryException _ -> "is not a folder";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case FileSystemLoopException _ -> "the path has a loop of symbolic links";
      case FileSystemException e when e.getReason() != null -> plain(e.getReason());
      case CharacterCodingException _ -> "is not UTF-8 text";
      case EOFException e when e.getMessage() == null -> "it ends too early";
      case ClosedChannelException _ -> "the connection was closed";
      case UnknownHostException _ -> "no such host";
      case SocketTimeoutException e when e.getMessage() == null -> "no answer in time";
      case OutOfMemoryError _ -> "out of memory";
      case StackOverflowError _ -> "it is nested too deeply";
      case NumberFormatException e -> number(e.getMessage());
      case NullPointerException _, ClassCastException _ -> UNKNOWN;
      default -> plain(failure.getMessage());
    };
  }

  /**
   * With the name of the file where the failure carries one: {@code run.log: permission denied}.
   */
  public static String withFile(IOException failure) {
    return failure instanceof FileSystemException e
            && e.getFile() != null
            && (e.getReason() != null || e.getClass() != FileSystemException.class)
        ? e.getFile() + ": " + of(e)
        : of(failure);
  }

  /** A message without Java's names. */
  public static String plain(@Nullable String message) {
    if (message == null || message.isBlank() || OF_THE_PROGRAM.matcher(message).lookingAt()) {
      return UNKNOWN;
    }
    String known = OF_THE_SYSTEM.get(message.strip().toLowerCase(Locale.ROOT));
    if (known != null) {
      return known;
    }
    String text = message;
    for (Map.Entry<String, String> each : OF_THE_SYSTEM.entrySet()) {
      // As in "name (No such file or directory)", which is how the older classes say it.
      if (text.toLowerCase(Locale.ROOT).endsWith(" (" + each.getKey() + ")")) {
        text =
            text.substring(0, text.length() - each.getKey().length() - 3) + ": " + each.getValue();
      }
    }
    String without = JAVA_NAME.matcher(text).replaceAll("").strip();
    return without.isEmpty() ? UNKNOWN : without;
  }

  private static String number(@Nullable String message) {
    int quote = message == null ? -1 : message.indexOf('"');
    return message == null || quote < 0
        ? "not a number"
        : "'" + message.substring(quote + 1).replaceAll("\"[^\"]*$", "") + "' is not a number";
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? new IOException(failure.getMessage()) : cause;
  }
}
