package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What ranks of one run of a job logged, and the channels they made. */
final class JobLog {
  private static final List<String> SPOKEN =
      List.of(
          NcclKeys.WARN,
          NcclKeys.INFO,
          "ucx.error",
          "ucx.fatal",
          "nvshmem.error",
          "libfabric.warn",
          "torch.error",
          "memory.refused",
          "mooncake.error",
          "mooncake.info");

  private final Facts facts;
  private final String part;
  private final List<Channel> channels = new ArrayList<>();

  /**
   * One way from a rank to another.
   *
   * @param transport as the log has it: {@code NET/IB/0/GDRDMA}, {@code P2P/CUMEM}
   * @param host of the rank that said so; blank where not said
   */
  record Channel(String transport, String host, Evidence seen) {
    boolean isNet() {
      return transport.startsWith("NET/");
    }

    boolean isSocket() {
      return transport.startsWith("NET/Socket");
    }

    boolean isDirect() {
      return transport.contains("GDRDMA");
    }
  }

  /**
   * A run.
   *
   * @param facts of its files
   * @param part what to call it beside other runs of the same host; blank if it is alone
   */
  JobLog(Facts facts, String part) {
    this.facts = facts;
    this.part = part;
    for (Subject subject : facts.subjects(Thing.CHANNEL)) {
      for (Fact fact : facts.all(subject, NcclKeys.TRANSPORT)) {
        String host = facts.text(subject, NcclKeys.HOST).orElse("");
        channels.add(new Channel(fact.value(), host, fact.evidence()));
      }
    }
  }

  /** What to call it beside other runs of the same host; blank if it is alone. */
  String part() {
    return part;
  }

  List<Subject> ranks() {
    return facts.subjects(Thing.RANK);
  }

  /** Ways over the network, of whatever kind. */
  List<Channel> net() {
    return channels.stream().filter(Channel::isNet).toList();
  }

  List<Channel> net(Predicate<Channel> such) {
    return channels.stream().filter(Channel::isNet).filter(such).toList();
  }

  boolean hasChannels() {
    return !channels.isEmpty();
  }

  /** The lines whose words match, in the order of ranks. */
  List<Evidence> lines(Pattern pattern) {
    return said().filter(fact -> isSaid(fact, pattern)).map(Fact::evidence).toList();
  }

  /** Whether it goes on to a point, and says so. */
  boolean reached(Stage stage) {
    return said().anyMatch(fact -> stage.sign().matcher(fact.value()).find());
  }

  /** Of a warning the line says before its words where in NCCL it comes from. */
  private static boolean isSaid(Fact fact, Pattern pattern) {
    return pattern.matcher(fact.value()).find()
        || (fact.key().equals(NcclKeys.WARN) && pattern.matcher(fact.evidence().text()).find());
  }

  private Stream<Fact> said() {
    return ranks().stream()
        .flatMap(rank -> SPOKEN.stream().flatMap(key -> facts.all(rank, key).stream()));
  }

  /** Whether all ranks that say so are on one machine, by the nodes that they tell of. */
  boolean isOneNode() {
    if (hasChannels()) {
      return net().isEmpty();
    }
    return hosts().size() == 1 && lines(Pattern.compile("nNodes 1\\b|nnodes 1\\b")).size() > 0;
  }

  /** Whether it is known to have run on several nodes: ranks tell of them, or ways between them. */
  boolean isManyNodes() {
    return !net().isEmpty()
        || hosts().size() > 1
        || !lines(Pattern.compile("[nN]Nodes ([2-9]|\\d\\d)")).isEmpty();
  }

  /** Machines whose processes say anything; lines without a process are of none. */
  private Set<String> hosts() {
    Set<String> hosts = new TreeSet<>();
    ranks().stream()
        .map(Subject::name)
        .filter(name -> name.indexOf(':') > 0)
        .forEach(name -> hosts.add(name.substring(0, name.indexOf(':'))));
    return hosts;
  }

  /**
   * Whether one rank of the largest communicator is two processes: the file has a job that was
   * started again.
   */
  boolean isOfSeveralRuns() {
    TreeMap<Integer, Map<String, Set<String>>> processes = new TreeMap<>();
    for (Subject rank : ranks()) {
      List<Fact> numbers = facts.all(rank, NcclKeys.RANK);
      for (Fact of : facts.all(rank, NcclKeys.RANKS)) {
        for (Fact number : numbers) {
          if (number.evidence().line() == of.evidence().line() && of.value().matches("\\d{1,9}")) {
            processes
                .computeIfAbsent(Integer.valueOf(of.value()), _ -> new TreeMap<>())
                .computeIfAbsent(number.value(), _ -> new TreeSet<>())
                .add(rank.name());
          }
        }
      }
    }
    return !processes.isEmpty()
        && processes.lastEntry().getValue().values().stream().anyMatch(same -> same.size() > 1);
  }

  /** What one of them says of a key; blank if nothing. */
  String said(Subject rank, String key) {
    return facts.text(rank, key).orElse("");
  }

  /** All that its ranks say of a key. */
  List<Fact> all(String key) {
    return ranks().stream().flatMap(rank -> facts.all(rank, key).stream()).toList();
  }

  /** Values of a key over all ranks, each once. */
  List<Fact> each(String key) {
    TreeSet<String> seen = new TreeSet<>();
    return all(key).stream().filter(fact -> seen.add(fact.value())).toList();
  }
}
