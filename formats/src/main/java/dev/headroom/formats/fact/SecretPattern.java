package dev.headroom.formats.fact;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pattern of one kind of secret. Its regular expressions are those that the shell script gives to
 * {@code grep} and {@code awk}.
 *
 * @param kind what is removed
 * @param clue text in lower case without which nothing matches
 * @param head expression of the words before the secret; of all kinds without them, of the secret
 * @param whole expression of the words and the secret
 * @param start {@code head}, compiled
 * @param all {@code whole}, compiled
 */
public record SecretPattern(
    SecretKind kind, String clue, String head, String whole, Pattern start, Pattern all) {
  /** A quoted text, or the rest of a word that no bracket opens. */
  private static final String VALUE =
      "(\"[^\"\\\\]*(\\\\.[^\"\\\\]*)*\"?|'[^']*'?|[^\\\\\\[{ \t\"'<=:][^ \t\"'<]*)";

  private static final String SEPARATOR = "[\"']?[ \t]*[=:>]+[ \t]*";
  private static final String REST_OF_NAME = "[-_.A-Za-z0-9]*";
  private static final String OTHER_PARTS = "([-_.0-9][-_.A-Za-z0-9]*)?";

  /** An atom and its least count. */
  private static final Pattern COUNTED = Pattern.compile("(\\[[^\\]]*\\])\\{(\\d+),\\}");

  /** A pattern as the table has it. */
  static SecretPattern of(SecretKind kind, String clue, String pattern) {
    String tabbed = pattern.replace("\\t", "\t");
    String written = writtenOut(kind.isAnyCase() ? ofAnyCase(tabbed) : tabbed);
    String head =
        switch (kind) {
          case NAME -> written + REST_OF_NAME + SEPARATOR;
          case PART -> written + OTHER_PARTS + SEPARATOR;
          default -> written;
        };
    String whole = kind.isOfNames() ? head + VALUE : head;
    // Java would recurse for each escape of a long text; the possessive form loops.
    String looping = whole.replace(")*\"?|", ")*+\"?|");
    return new SecretPattern(
        kind, clue, head, whole, Pattern.compile(head), Pattern.compile(looping));
  }

  private static String writtenOut(String pattern) {
    return COUNTED
        .matcher(pattern)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1).repeat(Integer.parseInt(found.group(2))) + found.group(1) + "*"));
  }

  /** Letters outside of brackets as brackets of both cases: awk has no flag for that. */
  private static String ofAnyCase(String pattern) {
    StringBuilder out = new StringBuilder();
    boolean inBracket = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        out.append(c).append(pattern.charAt(++i));
      } else if (!inBracket && Character.isLetter(c)) {
        out.append('[')
            .append(Character.toUpperCase(c))
            .append(Character.toLowerCase(c))
            .append(']');
      } else {
        inBracket = inBracket ? c != ']' : c == '[';
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Whether a text may have a secret of this kind. */
  boolean mayBeIn(String lowerCase) {
    return lowerCase.contains(clue);
  }

  /** A line with a mark in place of each secret of this kind. */
  String masked(String line) {
    Matcher matcher = all.matcher(line);
    int from = 0;
    StringBuilder out = new StringBuilder();
    while (from < line.length() && matcher.region(from, line.length()).find()) {
      if (matcher.end() == matcher.start()) {
        break;
      }
      out.append(line, from, matcher.start()).append(marked(matcher.group()));
      from = matcher.end();
    }
    return from == 0 ? line : out.append(line, from, line.length()).toString();
  }

  private String marked(String piece) {
    return switch (kind) {
      case LOGIN -> "://" + SecretTable.REMOVED + "@";
      case TOKEN -> (isSign(piece.charAt(0)) ? piece.substring(0, 1) : "") + SecretTable.REMOVED;
      case NAME, PART, AFTER -> {
        Matcher words = start.matcher(piece);
        int end = words.find() ? words.end() : 0;
        yield piece.substring(0, end) + quotedMark(piece.substring(end));
      }
      default -> SecretTable.REMOVED;
    };
  }

  private static String quotedMark(String value) {
    String quote = value.startsWith("\"") || value.startsWith("'") ? value.substring(0, 1) : "";
    return quote + SecretTable.REMOVED + quote;
  }

  private static boolean isSign(char c) {
    return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
  }

  /** A kind by its word in the table. */
  static SecretKind kind(String word) {
    return SecretKind.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
