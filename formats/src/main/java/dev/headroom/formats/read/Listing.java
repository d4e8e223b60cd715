package dev.headroom.formats.read;

import java.util.regex.Pattern;

/** Whether the output of a command is all that there is, or what somebody picked out of it. */
public final class Listing {
  private static final Pattern PIPE = Pattern.compile("(?<!\\|)\\|(?!\\|)");

  /** What lets each line through, or leaves out only entries of GID tables that are empty. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "(?:sudo\\s+)?(?:(?:tee|cat|less|more|column|sort|expand|nl|ts)\\b.*"
              + "|grep\\s+-v\\s+['\"]?(?:0000:){7}0000['\"]?\\s*)");

  private Listing() {}

  /** Whether something behind the command leaves lines out: {@code | grep}, {@code | head}. */
  public static boolean isCut(String command) {
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
  public static boolean isOfAll(String command, String shown) {
    return !isCut(command) && !command.contains(shown) && !command.contains("$");
  }

  /** The same of what a block shows, which the name of its file may tell as well. */
  public static boolean isOfAll(Block block, String shown) {
    String path = block.source().name();
    String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return isOfAll(block.command(), shown) && !file.contains(shown);
  }
}
