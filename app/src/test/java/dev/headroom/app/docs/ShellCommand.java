package dev.headroom.app.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Simple command of a shell line: its words without quotes, and the file that takes its standard
 * output. Variables before it, {@code sudo}, comments, other redirections and the prompt are left
 * out.
 *
 * @param hasInput whether another command or a file is its standard input
 */
public record ShellCommand(List<String> words, Optional<String> output, boolean hasInput) {
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Z_][A-Z0-9_]*=.*");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,%+@*{}-]+");

  /** {@code <a JDK 25>} stands for a value, and is no redirection. */
  private static final Pattern ANGLES = Pattern.compile("<[A-Za-z][^<>]*>");

  private static final List<String> BEFORE_A_COMMAND = List.of("sudo", "do", "then", "time", "!");

  public ShellCommand {
    words = List.copyOf(words);
  }

  /** All commands of a line: of a pipe, or one after another. */
  public static List<ShellCommand> of(String line) {
    return new Reader(ANGLES.matcher(line).replaceAll("VALUE")).commands();
  }

  /** The program, without the folder {@code ./}. */
  public String program() {
    return words.isEmpty() ? "" : words.getFirst().replaceFirst("^\\./", "");
  }

  public List<String> arguments() {
    return words.subList(1, words.size());
  }

  /** The command on one line, as a shell reads it. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(program());
    for (String word : arguments()) {
      boolean plain = PLAIN.matcher(word).matches();
      line.append(' ').append(plain ? word : "'" + word + "'");
    }
    output.ifPresent(file -> line.append(" > ").append(file));
    return line.toString();
  }

  /** Reader of one line, character by character. */
  private static final class Reader {
    private final String line;
    private final List<ShellCommand> commands = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private String redirection = "";
    private Optional<String> output = Optional.empty();
    private boolean hasInput;
    private int at;

    Reader(String line) {
      this.line = line;
    }

    List<ShellCommand> commands() {
      for (at = 0; at < line.length(); at++) {
        char c = line.charAt(at);
        if (c == '#' && !inWord) {
          break;
        } else if (c == '\'' || c == '"') {
          quoted(c);
        } else if (c == '\\' && at + 1 < line.length()) {
          add(line.charAt(++at));
        } else if (Character.isWhitespace(c)) {
          endWord();
        } else if (c == '|' || c == ';' || c == '&') {
          endCommand(c == '|');
        } else if (c == '<' || c == '>') {
          redirect(c);
        } else {
          add(c);
        }
      }
      endCommand(false);
      return commands;
    }

    private void add(char c) {
      word.append(c);
      inWord = true;
    }

    private void quoted(char quote) {
      int end = line.indexOf(quote, at + 1);
      word.append(line, at + 1, end < 0 ? line.length() : end);
      inWord = true;
      at = end < 0 ? line.length() : end;
    }

    private void redirect(char direction) {
      if (word.toString().matches("[0-9]")) { // the number of a stream
        redirection = word + "" + direction;
        word.setLength(0);
        inWord = false;
      } else {
        endWord();
        redirection = String.valueOf(direction);
      }
      while (at + 1 < line.length() && "<>&".indexOf(line.charAt(at + 1)) >= 0) {
        at++;
      }
    }

    private void endWord() {
      if (!inWord) {
        return;
      }
      switch (redirection) {
        case "" -> words.add(word.toString());
        case ">", "1>" -> output = Optional.of(word.toString());
        case "<", "0<" -> hasInput = true;
        default -> {} // messages
      }
      redirection = "";
      word.setLength(0);
      inWord = false;
    }

    private void endCommand(boolean pipe) {
      endWord();
      while (!words.isEmpty()
          && (BEFORE_A_COMMAND.contains(words.getFirst())
              || ASSIGNMENT.matcher(words.getFirst()).matches())) {
        words.removeFirst();
      }
      if (!words.isEmpty()) {
        commands.add(new ShellCommand(words, output, hasInput));
      }
      words.clear();
      output = Optional.empty();
      hasInput = pipe;
    }
  }
}
