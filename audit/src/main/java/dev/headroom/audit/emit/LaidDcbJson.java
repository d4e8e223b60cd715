package dev.headroom.audit.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Line of {@code dcb -j ... show} with one value changed. A table is a list by number, {@code
 * "prio_pfc":[false,true]}, or a list of pairs, {@code "dscp_prio":[[26,3]]}.
 */
final class LaidDcbJson {
  private static final Pattern PAIR = Pattern.compile("\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*]");

  private LaidDcbJson() {}

  /**
   * The line with a value in it.
   *
   * @param table as commands name it: {@code prio-pfc}
   * @param key a number, or {@code all}
   */
  static String with(String table, String line, String key, String value) {
    boolean isPairs = table.equals("dscp-prio");
    String name = "\"" + table.replace('-', '_') + "\"\\s*:\\s*";
    Matcher list =
        Pattern.compile(
                name + (isPairs ? "\\[((?:\\s*\\[[^\\[\\]]*]\\s*,?)*)\\s*]" : "\\[([^\\[\\]]*)]"))
            .matcher(line);
    if (!list.find()) {
      return line;
    }
    String edited =
        isPairs ? pairs(list.group(1), key, value) : values(list.group(1), key, json(table, value));
    return line.substring(0, list.start(1)) + edited + line.substring(list.end(1));
  }

  private static String json(String table, String value) {
    return switch (table) {
      case "prio-pfc" -> value.equals("on") ? "true" : "false";
      case "tc-tsa" -> "\"" + value + "\"";
      default -> value;
    };
  }

  private static String values(String list, String key, String value) {
    List<String> all = new ArrayList<>(List.of(list.split(",")));
    for (int i = 0; i < all.size(); i++) {
      if (key.equals("all") || key.equals(String.valueOf(i))) {
        all.set(i, value);
      }
    }
    return String.join(",", all);
  }

  private static String pairs(String list, String key, String value) {
    List<String> all = new ArrayList<>();
    boolean isThere = false;
    Matcher pair = PAIR.matcher(list);
    while (pair.find()) {
      boolean isOwn = pair.group(1).equals(key);
      if (!isOwn || !isThere) {
        all.add("[" + pair.group(1) + "," + (isOwn ? value : pair.group(2)) + "]");
      }
      isThere |= isOwn;
    }
    if (!isThere) {
      all.add("[" + key + "," + value + "]");
    }
    return String.join(",", all);
  }
}
