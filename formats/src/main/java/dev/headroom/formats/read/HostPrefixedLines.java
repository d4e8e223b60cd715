package dev.headroom.formats.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Separation of the output of {@code pdsh} and {@code clush} by machine: lines of all machines as
 * they arrive, each with its machine's name before it. What one machine printed stands together
 * afterwards, without the name; lines keep their numbers.
 *
 * <p>The command says that such lines follow. In a file without it all lines must begin so, with
 * names that differ in their numbers only, and few enough of them.
 */
final class HostPrefixedLines {
  /** With a space, which NCCL's {@code gpu-1:4242:4242 [0] NCCL INFO} has not. */
  private static final Pattern LINE = Pattern.compile("([A-Za-z][\\w.-]{0,252}):(?: |$)(.*)");

  private static final Pattern COMMAND = Pattern.compile("(?:sudo )?(?:pdsh|clush|dsh)\\s.*");
  private static final Pattern GATHERED = Pattern.compile(".*(?:\\s-[a-zA-Z]*[bB]\\s|dshbak).*");
  private static final int FEWEST_LINES = 4;

  private HostPrefixedLines() {}

  /** The same document where no such lines are in it. */
  static SourceLines groupedByHost(SourceLines document) {
    if (isWhole(document)) {
      return arranged(document, List.of(new int[] {0, document.size()}));
    }
    List<int[]> stretches = new ArrayList<>();
    for (int at = 0; at < document.size(); at++) {
      String text = document.text(at);
      boolean may = text.contains("dsh") || text.contains("clush");
      String command = may ? ShellPrompt.command(text).orElse("") : "";
      if (COMMAND.matcher(command).matches() && !GATHERED.matcher(command).matches()) {
        int end = at + 1;
        while (end < document.size() && LINE.matcher(document.text(end)).matches()) {
          end++;
        }
        stretches.add(new int[] {at + 1, end});
      }
    }
    return stretches.isEmpty() ? document : arranged(document, stretches);
  }

  private static boolean isWhole(SourceLines document) {
    if (!LINE.matcher(document.text(0)).matches()) {
      return false;
    }
    Map<String, Integer> lines = new HashMap<>();
    String sort = "";
    for (int at = 0; at < document.size(); at++) {
      Matcher said = LINE.matcher(document.text(at));
      if (!said.matches()) {
        return false;
      }
      String its = said.group(1).replaceAll("\\d+", "#");
      if (!sort.isEmpty() && !sort.equals(its)) {
        return false;
      }
      sort = its;
      lines.merge(said.group(1), 1, Integer::sum);
    }
    return sort.contains("#")
        && lines.size() > 1
        && document.size() >= FEWEST_LINES
        && document.size() >= 2 * lines.size();
  }

  private static SourceLines arranged(SourceLines document, List<int[]> stretches) {
    List<TextLine> lines = new ArrayList<>();
    Map<Integer, String> whose = new HashMap<>();
    int from = 0;
    for (int[] stretch : stretches) {
      lines.addAll(document.between(from, stretch[0]));
      Map<String, List<TextLine>> byHost = new LinkedHashMap<>();
      for (TextLine line : document.between(stretch[0], stretch[1])) {
        Matcher said = LINE.matcher(line.whole());
        if (said.matches()) {
          byHost
              .computeIfAbsent(said.group(1), _ -> new ArrayList<>())
              .add(line.withText(said.group(2)));
        }
      }
      byHost.forEach((host, its) -> {
        for (TextLine line : its) {
          whose.put(lines.size(), host);
          lines.add(line);
        }
      });
      from = stretch[1];
    }
    lines.addAll(document.between(from, document.size()));
    return document.arranged(lines, whose);
  }
}
