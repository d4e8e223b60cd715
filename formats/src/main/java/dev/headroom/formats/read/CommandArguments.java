package dev.headroom.formats.read;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Subject of a command's output, by its command line or the name of the file that holds it. */
public final class CommandArguments {
  private CommandArguments() {}

  /**
   * The name after an option, or the last word of the command; else what stands in the file's name
   * after the tool and a dash: {@code ethtool-S-eth0.txt}.
   */
  public static Optional<String> device(LineBlock block, String tool, String option) {
    Optional<String> shown = after(block.command(), option);
    if (shown.isEmpty() && block.command().contains(tool)) {
      shown = lastWord(block.command(), tool);
    }
    return shown.isPresent() ? shown : inName(block.source().name(), tool);
  }

  /** The word after an option. */
  public static Optional<String> after(String command, String option) {
    Matcher found =
        Pattern.compile("(?:^|\\s)" + Pattern.quote(option) + "[ =]?([\\w.@/:-]+)")
            .matcher(command);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private static Optional<String> lastWord(String command, String tool) {
    String until = command.split("[|>;&]", 2)[0].strip();
    String last = until.substring(until.lastIndexOf(' ') + 1);
    return last.startsWith("-") || last.endsWith(tool) || !last.matches("[\\w.@-]+")
        ? Optional.empty()
        : Optional.of(last);
  }

  private static Optional<String> inName(String path, String tool) {
    String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    Matcher found =
        Pattern.compile(
                ".*?"
                    + Pattern.quote(tool)
                    + "(?:[-_]+[A-Za-z](?=[-_]))?[-_]+([\\w@-]+(?:\\.\\d+)?)(?:\\.(?:txt|out|log|json))?")
            .matcher(name);
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
