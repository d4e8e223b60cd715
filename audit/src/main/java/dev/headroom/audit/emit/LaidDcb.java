package dev.headroom.audit.emit;

import dev.headroom.formats.ethernet.DcbReader;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Output of {@code dcb ... show} after commands of the same tool. */
final class LaidDcb {
  private static final Pattern TABLE =
      Pattern.compile(" (prio-pfc|dscp-prio|prio-tc|tc-tsa|tc-bw) ");

  private final HostFacts host;
  private final Subject netdev;
  private final LaidFiles files;

  private LaidDcb(HostFacts host, String netdev, LaidFiles files) {
    this.host = host;
    this.netdev = Subject.netdev(netdev);
    this.files = files;
  }

  static void lay(HostFacts host, String netdev, List<String> commands, LaidFiles files) {
    LaidDcb laid = new LaidDcb(host, netdev, files);
    for (String command : commands) {
      Matcher table = TABLE.matcher(command);
      if (table.find()) {
        int from = table.start();
        while (true) {
          String name = table.group(1);
          boolean isMore = table.find();
          int to = isMore ? table.start() : command.length();
          laid.pairs(name, command.substring(from, to).strip().split(" "));
          if (!isMore) {
            break;
          }
          from = to;
        }
      } else {
        files.leave(
            "%s %s: no output of a bundle is rewritten for %s"
                .formatted(host.name(), netdev, command));
      }
    }
  }

  /** The words behind the name of a table: {@code 3:on}. */
  private void pairs(String table, String[] words) {
    for (String word : words) {
      String[] ends = word.split(":", 2);
      if (ends.length == 2) {
        pair(table, ends[0], ends[1]);
      }
    }
  }

  private void pair(String table, String key, String value) {
    Optional<Evidence> line = line(table, key);
    Optional<Evidence> json = line.isEmpty() ? jsonLine(table) : line;
    if (line.isPresent()) {
      files.editLine(line.get(), text -> with(table, text, key, value));
    } else if (json.isPresent()) {
      files.editLine(json.get(), text -> LaidDcbJson.with(table, text, key, value));
    } else {
      files.leave(
          "%s %s: no output of dcb shows %s, so that its changes are not laid into it"
              .formatted(host.name(), netdev.name(), table));
    }
  }

  private Optional<Evidence> jsonLine(String table) {
    String prefix = "dcb." + table.replace('-', '_') + ".";
    return host.facts().firstFactsOf(netdev, each -> each.startsWith(prefix)).stream()
        .findFirst()
        .map(Fact::evidence);
  }

  /** The line that has the pair, else one of the table. */
  private Optional<Evidence> line(String table, String key) {
    String prefix = "dcb." + table + ".";
    List<Fact> facts = host.facts().firstFactsOf(netdev, each -> each.startsWith(prefix));
    return facts.stream()
        .filter(fact -> isKey(table, fact.key().substring(prefix.length()), key))
        .findFirst()
        .or(() -> facts.stream().findFirst())
        .map(Fact::evidence);
  }

  private static boolean isKey(String table, String written, String key) {
    return written.equals(key)
        || (table.equals("dscp-prio") && String.valueOf(DcbReader.dscp(written)).equals(key));
  }

  private static String with(String table, String line, String key, String value) {
    int at = line.indexOf(table) + table.length();
    String[] pairs = line.substring(at).strip().split("\\s+");
    boolean isThere = Stream.of(pairs).anyMatch(pair -> isKey(table, pair.split(":", 2)[0], key));
    String edited =
        Stream.of(pairs)
            .map(pair -> {
              String written = pair.split(":", 2)[0];
              return key.equals("all") || isKey(table, written, key) ? written + ":" + value : pair;
            })
            .collect(Collectors.joining(" "));
    return line.substring(0, at)
        + " "
        + edited
        + (isThere || key.equals("all") ? "" : " " + key + ":" + value);
  }
}
