package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.joblog.JobMessageReader;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Log lines of the ranks of one run of a job, and the channels they created. */
final class JobLog {
  private static final List<String> SPOKEN =
      List.of(
          NcclKeys.WARN,
          NcclKeys.INFO,
          "ucx.error",
          "ucx.fatal",
          "ucx.warn",
          "ucx.info",
          "nvshmem.error",
          "libfabric.warn",
          "torch.error",
          "memory.refused",
          "mooncake.error",
          "mooncake.info",
          JobMessageReader.ERROR,
          JobMessageReader.WARNING);

  private static final Pattern NODES = Pattern.compile("n[nN]odes (\\d{1,6})\\b");

  private final FactSet facts;
  private final String part;
  private final List<Channel> channels = new ArrayList<>();
  private final Map<JobStage, Boolean> reached = new ConcurrentHashMap<>();
  private volatile List<Fact> spoken = List.of();

  /**
   * One way from a rank to another.
   *
   * @param transport as the log has it: {@code NET/IB/0/GDRDMA}, {@code P2P/CUMEM}
   * @param host of the rank that said so; blank where not said
   */
  record Channel(String transport, String host, Evidence evidence) {
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
  JobLog(FactSet facts, String part) {
    this.facts = facts;
    this.part = part;
    for (Subject subject : facts.subjects(SubjectKind.CHANNEL)) {
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
    return facts.subjects(SubjectKind.RANK);
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
    return lines(pattern.asPredicate());
  }

  /**
   * The same, and lines by which NCCL says its version and nothing else, which are no rank's. A
   * site's rules look for those too; ours know the version.
   */
  List<Evidence> linesWithVersions(Predicate<String> such) {
    Stream<Evidence> versions =
        all(NcclKeys.VERSION).stream().map(Fact::evidence).filter(line -> such.test(line.text()));
    return Stream.concat(lines(such).stream(), versions).distinct().toList();
  }

  /** The lines of whose words this holds, in the order of ranks. */
  List<Evidence> lines(Predicate<String> such) {
    return spoken().stream().filter(fact -> matches(fact, such)).map(Fact::evidence).toList();
  }

  /** Whether it goes on to a point, and says so. */
  boolean reached(JobStage stage) {
    return reached.computeIfAbsent(
        stage,
        each -> spoken().stream().anyMatch(fact -> each.sign().matcher(fact.value()).find()));
  }

  /**
   * Whether this holds of what a line says. Of a warning the line says before its words where in
   * NCCL it comes from.
   */
  static boolean matches(Fact fact, Predicate<String> such) {
    return such.test(fact.value())
        || (fact.key().equals(NcclKeys.WARN) && such.test(fact.evidence().text()));
  }

  /** What its ranks say, which each rule about a log looks through. */
  private List<Fact> spoken() {
    List<Fact> known = spoken;
    if (known.isEmpty()) {
      known =
          ranks().stream()
              .flatMap(rank -> SPOKEN.stream().flatMap(key -> facts.all(rank, key).stream()))
              .toList();
      spoken = known;
    }
    return known;
  }

  /** Whether all ranks that say so are on one machine, by the nodes that they tell of. */
  boolean isOneNode() {
    if (hasChannels()) {
      return net().isEmpty();
    }
    return hosts().size() == 1 && nodes().anyMatch(nodes -> nodes == 1);
  }

  /** Whether it is known to have run on several nodes: ranks tell of them, or ways between them. */
  boolean hasSeveralNodes() {
    return !net().isEmpty() || hosts().size() > 1 || nodes().anyMatch(nodes -> nodes > 1);
  }

  /**
   * On how many nodes it ran: what NCCL counted, in which machines that NVLink joins are one node,
   * or else the machines whose processes say anything; 0 if nothing tells.
   */
  int nodeCount() {
    return nodes().max().orElse(hosts().size());
  }

  /** Of how many nodes lines tell: {@code nNodes 2}, in some {@code nnodes 2}. */
  private IntStream nodes() {
    return lines(NODES).stream()
        .map(line -> NODES.matcher(line.text()))
        .filter(Matcher::find)
        .mapToInt(found -> Integer.parseInt(found.group(1)));
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
  boolean hasSeveralRuns() {
    TreeMap<Integer, Map<String, String>> processes = new TreeMap<>();
    Set<Integer> repeated = new TreeSet<>();
    for (Subject process : ranks()) {
      Map<Evidence, String> numbers = new HashMap<>();
      facts.all(process, NcclKeys.RANK).forEach(of -> numbers.put(of.evidence(), of.value()));
      for (Fact of : facts.all(process, NcclKeys.RANKS)) {
        String rank = numbers.get(of.evidence());
        if (rank != null && of.value().matches("\\d{1,9}")) {
          Integer ranks = Integer.valueOf(of.value());
          String first =
              processes
                  .computeIfAbsent(ranks, _ -> new TreeMap<>())
                  .computeIfAbsent(rank, _ -> process.name());
          if (!first.equals(process.name())) {
            repeated.add(ranks);
          }
        }
      }
    }
    return !processes.isEmpty() && repeated.contains(processes.lastKey());
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
