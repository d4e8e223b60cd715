package dev.headroom.model.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of switch ports in the order of their numbers, with ranges of successive ones. */
public final class PortRanges {
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})");
  private static final Comparator<String> ORDER =
      Comparator.comparing(PortRanges::prefix)
          .thenComparingLong(PortRanges::number)
          .thenComparing(Comparator.naturalOrder());

  private PortRanges() {}

  /** {@code swp2} before {@code swp10}. */
  public static List<String> sorted(Collection<String> ports) {
    return ports.stream().sorted(ORDER).toList();
  }

  /** {@code swp5 to swp32, swp40}; ports that are not in a row stand alone. */
  public static String of(Collection<String> ports) {
    List<String> parts = new ArrayList<>();
    List<String> row = new ArrayList<>();
    for (String port : sorted(ports)) {
      if (!row.isEmpty() && !follows(row.getLast(), port)) {
        addRow(row, parts);
        row.clear();
      }
      row.add(port);
    }
    addRow(row, parts);
    return String.join(", ", parts);
  }

  private static void addRow(List<String> row, List<String> to) {
    if (row.size() > 2) {
      to.add(row.getFirst() + " to " + row.getLast());
    } else {
      to.addAll(row);
    }
  }

  private static boolean follows(String one, String next) {
    return prefix(one).equals(prefix(next)) && number(next) == number(one) + 1 && number(one) >= 0;
  }

  private static String prefix(String port) {
    Matcher numbered = NUMBERED.matcher(port);
    return numbered.matches() ? numbered.group(1) : port;
  }

  private static long number(String port) {
    Matcher numbered = NUMBERED.matcher(port);
    return numbered.matches() ? Long.parseLong(numbered.group(2)) : -1;
  }
}
