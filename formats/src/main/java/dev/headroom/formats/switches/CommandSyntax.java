package dev.headroom.formats.switches;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognition patterns of a configuration that consists of commands.
 *
 * @param begins patterns of lines that only such a configuration begins with
 * @param clues of which each such line has one in it
 * @param prompts what the mode in a prompt tells of the part that a command stands in
 */
public record CommandSyntax(List<String> begins, List<String> clues, List<Prompt> prompts) {

  public CommandSyntax {
    begins = List.copyOf(begins);
    clues = List.copyOf(clues);
    prompts = List.copyOf(prompts);
  }

  /**
   * A mode that is about one port.
   *
   * @param mode as the prompt has it; a group of it is the port, else that is the one that was
   *     typed
   * @param part what the part begins with in the configuration, up to the port
   */
  public record Prompt(Pattern mode, String part) {
    /** A prompt's mode as a pattern. */
    public static Prompt of(String mode, String part) {
      return new Prompt(Pattern.compile(mode), part);
    }

    /** The part as the configuration has it; none if this is another mode, or without a port. */
    Optional<String> shown(String now, Optional<String> typed) {
      Matcher matcher = mode.matcher(now);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      return (matcher.groupCount() > 0 ? Optional.of(matcher.group(1)) : typed).map(part::concat);
    }
  }
}
