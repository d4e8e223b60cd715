package dev.headroom.formats.read;

import dev.headroom.formats.fact.Subject;
import java.util.regex.Pattern;

/** Check whether a command's output is complete or filtered. */
public final class OutputCompleteness {
  /** Of the host: where no RDMA device is listed of which all would be. */
  public static final String NO_DEVICES = "rdma.none";

  private static final Pattern PIPE = Pattern.compile("(?<!\\|)\\|(?!\\|)");

  /** What lets each line through, or leaves out only entries of GID tables that are empty. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "(?:sudo\\s+)?(?:(?:tee|cat|less|more|column|sort|expand|nl|ts)\\b.*"
              + "|grep\\s+-v\\s+['\"]?(?:0000:){7}0000['\"]?\\s*)");

  /** {@code ls -l /sys/class/infiniband}. */
  private static final Pattern OF_DEVICES =
      Pattern.compile(
          "(?:sudo )?ls(?: -[\\w-]+)* /sys/class/infiniband/?(?: -[\\w-]+)*(?: 2>\\S+)?\\s*");

  private OutputCompleteness() {}

  /**
   * Says that a command which lists RDMA devices listed none: right below its prompt stands the
   * next. Both name the machine, as those in notes on what to type do not.
   */
  static void addIfListIsEmpty(SourceLines document, int at, String command, FactSink sink) {
    if (OF_DEVICES.matcher(command).matches()
        && document.isPromptOfHost(at)
        && document.isPromptOfHost(at + 1)) {
      sink.add(document.line(at), Subject.host(), NO_DEVICES, "/sys/class/infiniband");
    }
  }

  /** Whether something behind the command leaves lines out: {@code | grep}, {@code | head}. */
  public static boolean isFiltered(String command) {
    String[] parts = PIPE.split(command);
    for (int i = 1; i < parts.length; i++) {
      if (!HARMLESS.matcher(parts[i].strip()).matches()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a command that shows one thing would show all others as well: it leaves no lines out,
   * and names neither this one nor a variable of the shell.
   */
  public static boolean listsAll(String command, String shown) {
    return !isFiltered(command) && !command.contains(shown) && !command.contains("$");
  }

  /** The same of what a block shows, which the name of its file may tell as well. */
  public static boolean listsAll(LineBlock block, String shown) {
    String path = block.source().name();
    String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return listsAll(block.command(), shown) && !file.contains(shown);
  }
}
