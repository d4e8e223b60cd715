package dev.headroom.formats.fact;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.ValueForms;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Table of the secrets that no bundle and no report contains, read from {@code secrets.yaml}. The
 * shell script of {@code headroom collect} is made from the same table.
 */
public final class SecretTable {
  /** What stands in place of a secret. */
  public static final String REMOVED = "<removed>";

  /** The end of a block. */
  public static final String BLOCK_END = "-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----";

  /** Lines of a block without an end; a key of 16384 bits has 200. */
  public static final int BLOCK_LINES = 300;

  private static final BlockKey<String> KIND =
      BlockKey.needed("kind", ValueForms.line(), "the kind of secret");

  private static final BlockKey<String> CLUE =
      BlockKey.needed("clue", ValueForms.line(), "text in lower case that each such secret has");

  private static final BlockKey<String> PATTERN =
      BlockKey.needed("pattern", ValueForms.line(), "an extended regular expression");

  private static final BlockKey<String> SOURCE =
      BlockKey.needed("source", ValueForms.line(), "the source of the patterns");

  private static final BlockKey<List<BlockValues>> SECRETS =
      BlockKey.needed(
          "secrets",
          ValueForms.list(new BlockShape("a secret", List.of(KIND, CLUE, PATTERN))),
          "the patterns, in the order in which they apply");

  private static final List<SecretPattern> ALL =
      BundledYamlFile.read(
              SecretTable.class,
              "secrets.yaml",
              new BlockShape("a table of secrets", List.of(SOURCE, SECRETS)))
          .get(SECRETS)
          .stream()
          .map(row ->
              SecretPattern.of(SecretPattern.kind(row.get(KIND)), row.get(CLUE), row.get(PATTERN)))
          .toList();

  private static final List<SecretPattern> MASKING = of(SecretKind::isMasking);
  private static final List<SecretPattern> NAMES = of(SecretKind::isOfNames);
  private static final Pattern END = Pattern.compile(BLOCK_END);

  private SecretTable() {}

  private static List<SecretPattern> of(Predicate<SecretKind> kinds) {
    return ALL.stream().filter(each -> kinds.test(each.kind())).toList();
  }

  /** All patterns, in the order in which they apply. */
  public static List<SecretPattern> all() {
    return ALL;
  }

  /** The patterns that remove a secret and leave the rest of its line. */
  public static List<SecretPattern> masking() {
    return MASKING;
  }

  /** The patterns that tell a secret by a name. */
  public static List<SecretPattern> naming() {
    return NAMES;
  }

  /**
   * The expression of all that is left out of files that people write, with a list's own words.
   * What stands after a word is masked instead, so that the words stay.
   *
   * @param own a further expression; blank if there is none
   */
  public static String never(String own) {
    return Stream.concat(
            ALL.stream().filter(each -> each.kind() != SecretKind.AFTER).map(SecretPattern::head),
            Stream.of(own).filter(each -> !each.isBlank()))
        .distinct()
        .collect(Collectors.joining("|", "(", ")"));
  }

  /** Whether the name of a variable, a member or a parameter tells that its value is a secret. */
  public static boolean isSecretName(String name) {
    String assigned = name + "=";
    return NAMES.stream().anyMatch(each -> each.start().matcher(assigned).find());
  }

  /** A text with a mark in place of each secret; the same object if it has none. */
  public static String mask(String text) {
    String lowerCase = text.toLowerCase(Locale.ROOT);
    List<SecretPattern> likely = MASKING.stream().filter(each -> each.mayBeIn(lowerCase)).toList();
    return likely.isEmpty() ? text : mask(text, likely);
  }

  private static String mask(String text, List<SecretPattern> likely) {
    StringBuilder out = new StringBuilder();
    boolean ended = !text.endsWith("\n");
    int left = 0;
    for (String line : (ended ? text : text.substring(0, text.length() - 1)).split("\n", -1)) {
      String rest = line;
      if (left > 0) {
        Matcher end = END.matcher(line);
        left = end.find() ? 0 : left - 1;
        if (left > 0 || !end.hasMatch()) {
          continue;
        }
        rest = line.substring(end.end());
        if (rest.isEmpty()) {
          continue;
        }
      }
      for (SecretPattern each : likely) {
        if (each.kind() != SecretKind.BLOCK) {
          rest = each.masked(rest);
          continue;
        }
        Matcher begin = each.all().matcher(rest);
        if (begin.find()) {
          String before = rest.substring(0, begin.start()) + REMOVED;
          String after = rest.substring(begin.end());
          Matcher end = END.matcher(after);
          boolean isWhole = end.find();
          left = isWhole ? 0 : BLOCK_LINES;
          rest = before + (isWhole ? after.substring(end.end()) : "");
        }
      }
      out.append(rest).append('\n');
    }
    if (ended) {
      out.setLength(out.length() - 1);
    }
    String masked = out.toString();
    return masked.equals(text) ? text : masked;
  }
}
