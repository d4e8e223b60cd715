package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.SourceReading;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.UnreadSource;
import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reader of hosts from sources in any container. Where two sources of a host say the same key, the
 * one counts whose sample, then whose place, is first: never the one that came first, since whoever
 * packs files has them in an order of their own. Hosts whose files are mixed in one archive are
 * told apart, as long as what waits for its rest is not too much; a thousand of them need little
 * more memory than the largest.
 */
public final class HostsReader {
  /** How much memory the facts of one host may take; several hosts are read at a time. */
  public static final long MOST = Math.max(48L << 20, Runtime.getRuntime().maxMemory() / 6);

  /** How much of hosts that may be whole waits for more of them to come. */
  private static final long WAITING = MOST / 4;

  /** In which the sources of one host count: earlier samples first, then by where they stand. */
  private static final Comparator<SourceReading> ORDER =
      Comparator.<SourceReading>comparingInt(reading -> reading.source().sample())
          .thenComparing(reading -> reading.source().name());

  private static final Pattern TREE = Pattern.compile("(sys|proc|etc|commands|headroom)/");

  private final FactReader reader;
  private final SharedTextCache known;

  public HostsReader(FactReader reader) {
    this.reader = reader;
    known = new SharedTextCache(reader);
  }

  /**
   * Hands on each host when all of it was read.
   *
   * @throws IOException if nothing at all can be read
   */
  public void read(SourceStream sources, Consumer<HostFacts> hosts) throws IOException {
    Collecting collecting = new Collecting(hosts);
    sources.forEach(collecting);
    collecting.emit();
  }

  /** All of them at once. */
  public List<HostFacts> read(SourceStream sources) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    read(sources, hosts::add);
    return hosts;
  }

  /** What was read of one host so far. */
  private static final class Begun {
    private final List<SourceReading> readings = new ArrayList<>();
    private long weight;

    /** Whether some of it comes from a copy of a machine's own folders, which is one machine's. */
    private boolean isTree;
  }

  private final class Collecting implements SourceVisitor {
    private final Consumer<HostFacts> hosts;
    private final NavigableMap<String, Begun> begun = new TreeMap<>();

    /** What was told to be unreadable before any source came. */
    private final List<SourceReading> early = new ArrayList<>();

    private String host = "";

    Collecting(Consumer<HostFacts> hosts) {
      this.hosts = hosts;
    }

    @Override
    public void visit(dev.headroom.formats.source.MachineSource source) throws IOException {
      if (!source.host().equals(host) && weight() > WAITING) {
        emit();
      }
      host = source.host();
      Begun its = begun.computeIfAbsent(host, _ -> new Begun());
      its.isTree |= TREE.matcher(source.path()).lookingAt();
      FactSource named = new FactSource(source.origin(), source.sample(), Optional.empty());
      if (its.weight > MOST) {
        its.readings.add(
            SourceReading.unreadable(
                named, "was not read: the files before it fill the memory limit for one host"));
        return;
      }
      try (InputStream in = source.open()) {
        add(its, host.isEmpty() ? reader.read(named, in) : known.read(named, source, in));
      } catch (IOException e) {
        its.readings.add(SourceReading.unreadable(named, FailureMessage.of(e)));
      }
    }

    private static void add(Begun to, SourceReading reading) {
      to.readings.add(reading);
      to.weight += reading.statements().estimatedBytes();
    }

    private long weight() {
      return begun.values().stream().mapToLong(each -> each.weight).sum();
    }

    @Override
    public void visitUnread(UnreadSource unread) {
      Begun its = begun.get(host);
      (its == null ? early : its.readings)
          .add(SourceReading.unreadable(FactSource.of(unread.origin()), unread.why()));
    }

    void emit() {
      if (!early.isEmpty()) {
        Begun first =
            begun.isEmpty()
                ? begun.computeIfAbsent("", _ -> new Begun())
                : begun.values().iterator().next();
        first.readings.addAll(early);
        early.clear();
      }
      Iterator<Map.Entry<String, Begun>> each = begun.entrySet().iterator();
      while (each.hasNext()) {
        Map.Entry<String, Begun> next = each.next();
        String name = next.getKey();
        Begun its = next.getValue();
        // What is handed on may be forgotten before the next one is.
        each.remove();
        emit(name, its);
      }
    }

    private void emit(String name, Begun its) {
      List<SourceReading> read = its.readings;
      read.sort(ORDER);
      if (name.isEmpty() && read.size() == 1) {
        PastedHosts.of(read.getFirst()).forEach(this::accept);
        return;
      }
      List<HostFacts> machines =
          its.isTree ? List.of(HostFacts.of(name, read)) : machines(name, read);
      machines.forEach(this::accept);
    }

    private void accept(HostFacts each) {
      hosts.accept(each.name().isEmpty() ? each.named(each.reportedName().orElse("host")) : each);
    }
  }

  /**
   * The machines that loose files are of: one, unless they contradict each other in what no machine
   * changes. Of several each is called as it calls itself, or as its first file.
   *
   * @param name of the one, blank if nothing says
   */
  public static List<HostFacts> machines(String name, List<SourceReading> readings) {
    List<SourceReading> pieces =
        readings.stream().flatMap(reading -> PastedHosts.pieces(reading).stream()).toList();
    List<List<SourceReading>> machines = LooseFileGrouping.groupByMachine(pieces);
    if (machines.size() == 1) {
      return List.of(HostFacts.of(name, pieces));
    }
    List<HostFacts> hosts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (List<SourceReading> machine : machines) {
      HostFacts facts = HostFacts.of(name, machine);
      String file = LooseFileGrouping.fileName(machine.getFirst());
      String own = facts.reportedName().orElse(file);
      hosts.add(facts.named(names.add(own) ? own : file));
    }
    return hosts;
  }
}
