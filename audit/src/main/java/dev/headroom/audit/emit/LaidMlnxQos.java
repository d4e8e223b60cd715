package dev.headroom.audit.emit;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Output of {@code mlnx_qos -i INTERFACE} after commands of the same tool. */
final class LaidMlnxQos {
  private static final Pattern OPTION =
      Pattern.compile("--(trust|dscp2prio|pfc|prio_tc|tsa|tcbw) (\\S+)");
  private static final int PRIORITIES = 8;

  private final HostFacts host;
  private final Subject netdev;
  private final LaidFiles files;

  private LaidMlnxQos(HostFacts host, String netdev, LaidFiles files) {
    this.host = host;
    this.netdev = Subject.netdev(netdev);
    this.files = files;
  }

  static void lay(HostFacts host, String netdev, List<String> commands, LaidFiles files) {
    LaidMlnxQos laid = new LaidMlnxQos(host, netdev, files);
    SortedMap<Integer, Integer> dscps = new TreeMap<>();
    String algorithms = "";
    String shares = "";
    for (String command : commands) {
      Matcher option = OPTION.matcher(command);
      while (option.find()) {
        String value = option.group(2);
        switch (option.group(1)) {
          case "trust" -> laid.trust(value);
          case "pfc" -> laid.pfc(value);
          case "tsa" -> algorithms = value;
          case "tcbw" -> shares = value;
          case "prio_tc" -> laid.classes(value.split(","));
          default -> {
            String[] words = value.split(",");
            dscps.put(Integer.valueOf(words[1]), Integer.valueOf(words[2]));
          }
        }
      }
    }
    laid.dscps(dscps);
    laid.shares(algorithms, shares);
  }

  private Optional<Evidence> line(String key) {
    return host.facts().first(netdev, key).map(Fact::evidence);
  }

  private void edit(String key, UnaryOperator<String> edit, String otherwise) {
    Optional<Evidence> own = line(key);
    Optional<Evidence> output = line("qos.trust").or(() -> line("qos.priority.0.pfc"));
    if (own.isPresent()) {
      files.editLine(own.get(), edit);
    } else if (output.isPresent()) {
      files.edit(
          output.get().source().name(), text -> text.stripTrailing() + "\n" + otherwise + "\n");
    } else {
      files.add(host.name(), "commands/mlnx_qos_-i_" + netdev.name(), otherwise + "\n");
    }
  }

  private void trust(String word) {
    edit(
        "qos.trust",
        line -> line.replaceFirst("(state:\\s*)\\w+", "$1" + word),
        "Priority trust state: " + word);
  }

  private void pfc(String bits) {
    String cells = bits.replace(",", "   ");
    edit(
        "qos.priority.0.pfc",
        line -> line.replaceFirst("(enabled\\s+)\\d.*", "$1" + cells),
        "PFC configuration:\n\tpriority    0   1   2   3   4   5   6   7\n\tenabled     " + cells);
  }

  /** Each DSCP leaves the list of its old priority. */
  private void dscps(SortedMap<Integer, Integer> changed) {
    if (changed.isEmpty()) {
      return;
    }
    boolean isKnown =
        IntStream.range(0, 64)
            .anyMatch(dscp -> host.facts().value(netdev, priorityOf(dscp)).isPresent());
    if (!isKnown) {
      edit("qos.priority.dscps", _ -> "", "dscp2prio mapping:");
    }
    for (int priority = 0; priority < PRIORITIES; priority++) {
      int own = priority;
      List<String> list = new ArrayList<>();
      for (int dscp = 63; dscp >= 0; dscp--) {
        boolean was =
            isKnown
                ? host.facts()
                    .value(netdev, priorityOf(dscp))
                    .filter(text -> text.strip().equals(String.valueOf(own)))
                    .isPresent()
                : dscp / PRIORITIES == own; // the driver's map where nobody has set one
        Integer now = changed.get(dscp);
        if (now == null ? was : now == own) {
          list.add("%02d".formatted(dscp));
        }
      }
      String row = "prio:%d dscp:%s,".formatted(own, String.join(",", list));
      edit("qos.priority." + own + ".dscps", _ -> "\t" + row, "\t" + row);
    }
  }

  private static String priorityOf(int dscp) {
    return "qos.dscp." + dscp + ".priority";
  }

  /** The priorities of each traffic class, a line each below it. */
  private void classes(String[] ofPriorities) {
    for (int trafficClass = 0; trafficClass < PRIORITIES; trafficClass++) {
      String own = String.valueOf(trafficClass);
      List<String> rows = new ArrayList<>();
      for (int priority = 0; priority < ofPriorities.length; priority++) {
        if (ofPriorities[priority].equals(own)) {
          rows.add("\t priority:  " + priority);
        }
      }
      List<Evidence> there =
          host.facts().all(netdev, "qos.tc." + own + ".priorities").stream()
              .map(Fact::evidence)
              .distinct()
              .toList();
      for (int i = 0; i < there.size(); i++) {
        String text = i == 0 ? String.join("\n", rows) : "";
        files.editLine(there.get(i), _ -> text);
      }
    }
  }

  private void shares(String algorithms, String shares) {
    if (algorithms.isEmpty()) {
      return;
    }
    String[] kinds = algorithms.split(",");
    String[] percent = shares.split(",");
    Map<Boolean, List<Integer>> known =
        IntStream.range(0, kinds.length)
            .boxed()
            .collect(
                Collectors.partitioningBy(each -> line("qos.tc." + each + ".tsa").isPresent()));
    known
        .getOrDefault(true, List.of())
        .forEach(each ->
            edit(
                "qos.tc." + each + ".tsa",
                line -> line.replaceFirst("tsa: .*", "tsa: " + share(each, kinds, percent)),
                ""));
    known
        .getOrDefault(false, List.of())
        .forEach(each ->
            files.add(
                host.name(),
                "commands/mlnx_qos_-i_" + netdev.name(),
                "tc: %d ratelimit: unlimited, tsa: %s\n\t priority:  %d\n"
                    .formatted(each, share(each, kinds, percent), each)));
  }

  private static String share(int each, String[] kinds, String[] percent) {
    return kinds[each].equals("strict") ? "strict" : "ets, bw: " + percent[each] + "%";
  }
}
