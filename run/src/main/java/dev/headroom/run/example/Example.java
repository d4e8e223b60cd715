package dev.headroom.run.example;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * File of the examples that the program brings.
 *
 * @param path below the folder of the examples, with {@code /}
 * @param bytes what it contains
 */
public record Example(String path, byte[] bytes) {
  /** Comment that a file begins with: lines of {@code #}, or a block after Java's imports. */
  private static final Pattern COMMENT =
      Pattern.compile("\\A(?:# ?.*\\R)+|/\\*\\*.*?\\*/", Pattern.DOTALL);

  /** First line of a script, which names what runs it. */
  private static final Pattern INTERPRETER = Pattern.compile("\\A#!.*\\R");

  private static final Pattern LINES = Pattern.compile("\\A(?:# ?.*\\R)+");

  /** First sentence of the file's own comment, without its full stop; empty without a comment. */
  public String sentence() {
    String text = INTERPRETER.matcher(new String(bytes, StandardCharsets.UTF_8)).replaceFirst("");
    Matcher comment = (text.startsWith("#") ? LINES : COMMENT).matcher(text);
    if (!comment.find()) {
      return "";
    }
    String words =
        comment
            .group()
            .replaceAll("(?m)^\\s*(#|/\\*\\*|\\*/|\\*)", " ")
            .replaceAll("\\*/|\\{@\\w+ ([^}]*)\\}", "$1")
            .replaceAll("\\s+", " ")
            .strip();
    Matcher end = Pattern.compile("[.:](?= [A-Z]| headroom|$)").matcher(words);
    return end.find() ? words.substring(0, end.start()) : words;
  }

  /** Folder of the file, or the empty string. */
  public String folder() {
    int slash = path.indexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }
}
