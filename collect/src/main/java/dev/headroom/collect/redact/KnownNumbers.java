package dev.headroom.collect.redact;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serial numbers and MAC addresses that files of a bundle mark as such. They are used to find the
 * same numbers where nothing marks them: a serial number in a kernel log line, an address without
 * its colons.
 */
final class KnownNumbers {
  private static final String HEX = "[0-9A-Fa-f]";
  private static final Pattern MAC =
      Pattern.compile("(?<![\\w:-])" + HEX + "{2}(?:[:-]" + HEX + "{2}){5}(?![\\w:-])");

  /** A GUID holds the address it comes of: around {@code fffe}, or before {@code 0300}. */
  private static final Pattern GUID =
      Pattern.compile(
          "\\b(?:0x)?("
              + HEX
              + "{6})(?:fffe|0300)("
              + HEX
              + "{6})\\b"
              + "|\\b("
              + HEX
              + "{4}):("
              + HEX
              + "{2})(?:ff:fe|03:00)("
              + HEX
              + "{2}):("
              + HEX
              + "{4})\\b");

  private static final Pattern BARE =
      Pattern.compile(
          "(?<![\\w.:-])(?:"
              + HEX
              + "{12}|"
              + HEX
              + "{6}[:-]"
              + HEX
              + "{6}|"
              + HEX
              + "{4}\\."
              + HEX
              + "{4}\\."
              + HEX
              + "{4})(?![\\w.:-])");

  private final Set<String> addresses = new HashSet<>();
  private final Set<String> serials = new HashSet<>();
  private Pattern known = Pattern.compile("(?!)");

  /** Looks for addresses in one more text. */
  void scan(String text) {
    MAC.matcher(text).results().forEach(found -> addresses.add(digits(found.group())));
    GUID.matcher(text)
        .results()
        .forEach(found -> {
          StringBuilder address = new StringBuilder();
          for (int group = 1; group <= found.groupCount(); group++) {
            address.append(found.group(group) == null ? "" : found.group(group));
          }
          addresses.add(digits(address.toString()));
        });
  }

  /** An address of twelve digits. */
  void address(String digits) {
    addresses.add(digits(digits));
  }

  /** A serial number, unless it is so short that it may be any number or word. */
  void serial(String value) {
    boolean digits = value.chars().allMatch(Character::isDigit);
    boolean some = value.chars().anyMatch(Character::isDigit);
    if (some && value.length() >= (digits ? 10 : 8)) {
      serials.add(value);
    }
  }

  /** To be called when all were looked for. */
  void done() {
    List<String> longest =
        serials.stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .toList();
    if (!longest.isEmpty()) {
      // Vital product data of NVIDIA's has the maker's word right behind it.
      known =
          Pattern.compile(
              "(?<![A-Za-z0-9])(?:" + String.join("|", longest) + ")(?=MLNX|[^A-Za-z0-9]|$)");
    }
  }

  /** A text with others in place of those that are known. */
  String replaceIn(String text, UnaryOperator<String> serial, UnaryOperator<String> address) {
    String named =
        known
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(serial.apply(found.group())));
    return BARE.matcher(named)
        .replaceAll(found ->
            addresses.contains(digits(found.group()))
                ? address.apply(found.group())
                : found.group());
  }

  private static String digits(String address) {
    return address.replaceAll("[:.-]", "").toLowerCase(Locale.ROOT);
  }
}
