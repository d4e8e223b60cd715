package dev.headroom.app.docs;

import dev.headroom.app.Headroom;
import dev.headroom.app.docs.Tutorial.Command;
import dev.headroom.app.docs.Tutorial.Step;
import dev.headroom.app.docs.Tutorial.Written;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Reader who does the steps of a tutorial in the current folder, so that paths are printed as a
 * reader sees them. What step {@code N} prints is written to {@code N.out} and {@code N.err} of
 * another folder, how it ends to {@code N.code}.
 */
final class TutorialReader {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|[^\\s'\"]+");

  private TutorialReader() {}

  /** Arguments: the page, the folder of what is printed, whether to do long steps. */
  public static void main(String[] arguments) throws IOException {
    List<Step> steps = Tutorial.read(Path.of(arguments[0])).steps();
    Path printed = Path.of(arguments[1]);
    for (int i = 0; i < steps.size(); i++) {
      switch (steps.get(i)) {
        case Written(String file, String text) -> Files.writeString(Path.of(file), text);
        case Command(String line, boolean takesLong) -> {
          if (!takesLong || Boolean.parseBoolean(arguments[2])) {
            run(words(line), printed, i);
          }
        }
        case Tutorial.Shown _ -> {}
      }
    }
  }

  private static void run(List<String> words, Path printed, int step) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(new PrintWriter(out), new PrintWriter(err), words.toArray(String[]::new));
    Files.writeString(printed.resolve(step + ".out"), out.toString());
    Files.writeString(printed.resolve(step + ".err"), err.toString());
    Files.writeString(printed.resolve(step + ".code"), String.valueOf(code));
  }

  /** The words of a command, without the name of the program. */
  private static List<String> words(String line) {
    if (!line.startsWith("headroom ")) {
      throw new IllegalArgumentException("not a command of headroom: " + line);
    }
    return WORD.matcher(line).results().map(TutorialReader::unquoted).skip(1).toList();
  }

  private static String unquoted(MatchResult word) {
    if (word.group(1) != null) {
      return word.group(1);
    }
    return word.group(2) != null ? word.group(2) : word.group();
  }
}
