package dev.headroom.formats.pci;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Contents of a register line: {@code RlxdOrd+ ExtTag- SmallMaxPayload 256 bytes} are two flags and
 * three other words. A server has hundreds of functions and a fleet thousands of servers whose
 * lines are all but the same, so each is taken apart once.
 *
 * @param flags each under the key of its line, on or off
 * @param rest the other words, one blank between them
 */
record RegisterFlags(List<Flag> flags, String rest) {
  /** Lines that are remembered; a large server has some two thousand different ones. */
  private static final int MOST = 10_000;

  private static final Pattern FLAG =
      Pattern.compile("(?<![\\w+-])([<>]?[A-Za-z0-9][\\w./<>-]*?)([+-])(?=[\\s,;)]|$)");

  private static final Pattern BLANKS = Pattern.compile("[\\s,;]+");

  private static final Map<Line, RegisterFlags> KNOWN = new ConcurrentHashMap<>();

  /** One of them: {@code express.DevCtl.RlxdOrd} is on. */
  record Flag(String key, String value) {}

  private record Line(String key, String value) {}

  static RegisterFlags of(String key, String value) {
    Line line = new Line(key, value);
    RegisterFlags known = KNOWN.get(line);
    if (known == null) {
      known = read(key, value);
      if (KNOWN.size() < MOST) {
        KNOWN.put(line, known);
      }
    }
    return known;
  }

  private static RegisterFlags read(String key, String value) {
    Matcher flag = FLAG.matcher(value);
    List<Flag> flags = new ArrayList<>();
    StringBuilder rest = new StringBuilder();
    int last = 0;
    while (flag.find()) {
      flags.add(new Flag(key + "." + flag.group(1), "+".equals(flag.group(2)) ? "on" : "off"));
      rest.append(value, last, flag.start()).append(' ');
      last = flag.end();
    }
    if (last == 0) {
      return new RegisterFlags(List.of(), value.strip());
    }
    rest.append(value, last, value.length());
    return new RegisterFlags(List.copyOf(flags), BLANKS.matcher(rest).replaceAll(" ").strip());
  }
}
