package dev.headroom.app.process;

import dev.headroom.app.plugin.PluginException;
import dev.headroom.formats.FormatException;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UnusableFileException;
import dev.headroom.prove.evidence.EvidenceException;
import dev.headroom.unit.TextExcerpt;
import dev.headroom.wire.memory.NoMemoryException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.InterruptedByTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Exit codes, the same for every command, and the mapping of failures to them.
 *
 * <p>Users see one line that says where, what, and what would be right. {@code HEADROOM_DEBUG=1}
 * adds the stack trace.
 */
public final class ExitCodes {

  /** Done and clean. */
  public static final int CLEAN = 0;

  /** Done, with findings or unfinished flows. */
  public static final int FINDINGS = 1;

  /** The input or the arguments are wrong; running again will not help. */
  public static final int BAD_INPUT = 2;

  /** The input may be right, but this machine or this program could not run it. */
  public static final int COULD_NOT_RUN = 3;

  /**
   * The user stopped it. What was measured so far is kept. The process itself ends with 128 and the
   * number of the signal, which the Java machine knows: 130 after Ctrl-C, 143 after SIGTERM.
   */
  public static final int INTERRUPTED = 130;

  /**
   * Nobody reads what it prints any more, as in {@code headroom knobs | head -1}. Programs that are
   * not Java's end by SIGPIPE then, which shells show as 128 + 13.
   */
  static final int OUTPUT_CLOSED = 141;

  /** Of what went wrong. */
  private static final int MOST_LINES = 200;

  private static volatile boolean isUnread;

  private ExitCodes() {}

  /**
   * Ends the process, since nobody reads what it prints: as Ctrl-C would, so that those end cleanly
   * who have said how. Returns at once.
   */
  public static void outputClosed() {
    isUnread = true;
    Thread end = new Thread(() -> System.exit(OUTPUT_CLOSED), "unread");
    end.setDaemon(true);
    end.start();
  }

  /** Tells the user what went wrong, in words, and returns the exit code for it. */
  public static int report(Throwable failure, PrintWriter err) {
    return report(
        failure, err, ProgramFiles.explain(failure) ? ProgramFiles.removed() : Optional.empty());
  }

  /**
   * @param removed the program's jar, if it is what is missing
   */
  public static int report(Throwable failure, PrintWriter err, Optional<Path> removed) {
    if (debug()) {
      failure.printStackTrace(err);
    }
    if (removed.isPresent()) {
      return say(err, COULD_NOT_RUN, ProgramFiles.removedMessage(removed.get()));
    }
    return switch (cause(failure)) {
      case BadInputException e -> say(err, BAD_INPUT, e.getMessage());
      case PluginException e -> say(err, BAD_INPUT, e.getMessage());
      case FormatException e -> say(err, BAD_INPUT, e.text());
      case UnusableFileException e -> say(err, BAD_INPUT, e.getMessage());
      case NoSuchFileException e -> say(err, BAD_INPUT, FailureMessage.withFile(e));
      case AccessDeniedException e -> say(err, BAD_INPUT, FailureMessage.withFile(e));
      case FileNotFoundException e -> say(err, BAD_INPUT, FailureMessage.of(e));
      case FileSystemException e -> say(err, COULD_NOT_RUN, FailureMessage.withFile(e));
      // Of two ends that talk: what went wrong is said in a sentence of its own.
      case ConnectException e -> say(err, COULD_NOT_RUN, FailureMessage.of(e));
      case BindException e -> say(err, COULD_NOT_RUN, FailureMessage.of(e));
      case ProtocolException e -> say(err, COULD_NOT_RUN, FailureMessage.of(e));
      case SocketTimeoutException e -> say(err, COULD_NOT_RUN, FailureMessage.of(e));
      case EvidenceException e -> say(err, COULD_NOT_RUN, FailureMessage.of(e));
      case NoMemoryException e -> say(err, COULD_NOT_RUN, FailureMessage.of(e));
      case ClosedByInterruptException _ -> say(err, INTERRUPTED, "interrupted");
      case InterruptedByTimeoutException _ -> say(err, INTERRUPTED, "interrupted");
      case IOException e ->
          say(err, COULD_NOT_RUN, "could not read or write: " + FailureMessage.of(e));
      case UncheckedIOException e when e.getCause() != null -> report(e.getCause(), err);
      case InterruptedException _, CancellationException _ ->
          isUnread ? OUTPUT_CLOSED : say(err, INTERRUPTED, "interrupted");
      case OutOfMemoryError _ ->
          say(err, COULD_NOT_RUN, "out of memory; increase it with HEADROOM_JAVA_OPTS=-Xmx8g");
      default ->
          say(
              err,
              COULD_NOT_RUN,
              "a bug in Headroom: "
                  + TextExcerpt.lines(FailureMessage.of(failure), 1)
                  + (debug()
                      ? ""
                      : "\nRun it again with HEADROOM_DEBUG=1 for the details to report."));
    };
  }

  /**
   * What a user's own code did wrong, whichever thread it was found on; else the failure itself.
   */
  private static Throwable cause(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PluginException) {
        return cause;
      }
    }
    return failure;
  }

  private static int say(PrintWriter err, int code, @Nullable String what) {
    err.println("headroom: " + TextExcerpt.lines(String.valueOf(what), MOST_LINES));
    return code;
  }

  private static boolean debug() {
    return "1".equals(System.getenv("HEADROOM_DEBUG"));
  }
}
