package dev.headroom.app.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Steps of a tutorial, in the order of the page. A code block of {@code headroom} lines is a step
 * for each line; a line that ends in a backslash continues on the next one. A {@code text} block
 * after it shows what the last of them prints. A code block below a line that ends in a file's
 * name, as in {@code Save this as `a.yaml`:}, is that file; a {@code text} block there is an
 * excerpt of it. Steps below {@code <!-- long -->} take seconds of CPU.
 */
record Tutorial(String page, List<Step> steps) {
  private static final Pattern FILE = Pattern.compile("`([^`\\s]+)`:$");
  private static final Pattern CONTINUED = Pattern.compile("\\s*\\\\\n\\s*");
  private static final String LONG = "<!-- long -->";
  private static final String FENCE = "```";

  /** What the reader does, or is shown. */
  sealed interface Step {}

  /** A file that the reader writes. */
  record Written(String file, String text) implements Step {}

  /** A command that the reader runs. */
  record Command(String line, boolean takesLong) implements Step {}

  /**
   * Text on the page that a command has printed, or that a file has.
   *
   * @param file empty where it is what the command before it has printed
   * @param from place of the text on the page
   */
  record Shown(String file, String text, int from, boolean takesLong) implements Step {}

  static Tutorial read(Path file) throws IOException {
    String page = Files.readString(file);
    List<Step> steps = new ArrayList<>();
    String above = "";
    for (int at = 0; at < page.length(); ) {
      int end = page.indexOf('\n', at);
      String line = page.substring(at, end);
      if (line.startsWith(FENCE)) {
        int close = page.indexOf("\n" + FENCE + "\n", end);
        addBlock(steps, above, line.substring(FENCE.length()), page.substring(end + 1, close), end);
        end = close + 1 + FENCE.length();
        above = FENCE;
      } else if (!line.isBlank()) {
        above = line;
      }
      at = end + 1;
    }
    return new Tutorial(page, List.copyOf(steps));
  }

  private static void addBlock(
      List<Step> steps, String above, String language, String body, int end) {
    Matcher name = FILE.matcher(above);
    String named = name.find() ? name.group(1) : "";
    if (language.equals("text")) {
      steps.add(new Shown(named, body, end + 1, named.isEmpty() && isLong(steps.getLast())));
    } else if (!named.isEmpty()) {
      steps.add(new Written(named, body + "\n"));
    } else {
      CONTINUED
          .matcher(body)
          .replaceAll(" ")
          .lines()
          .forEach(line -> steps.add(new Command(line, above.equals(LONG))));
    }
  }

  private static boolean isLong(Step step) {
    return step instanceof Command command && command.takesLong();
  }
}
