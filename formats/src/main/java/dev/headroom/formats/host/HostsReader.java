package dev.headroom.formats.host;

import dev.headroom.formats.fact.Source;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.Reading;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.Unread;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads hosts from wherever their sources come, one host after the other: what was read of one is
 * handed on before the next begins, so that a thousand of them need no more memory than the
 * largest.
 */
public final class HostsReader {
  /** How much memory the facts of one host may take; several hosts are read at a time. */
  public static final long MOST = Math.max(48L << 20, Runtime.getRuntime().maxMemory() / 6);

  private static final Pattern TREE = Pattern.compile("(sys|proc|etc|commands|headroom)/");

  private final FactReader reader;
  private final KnownTexts known;

  public HostsReader(FactReader reader) {
    this.reader = reader;
    known = new KnownTexts(reader);
  }

  /**
   * Hands on each host when its last source was read.
   *
   * @throws IOException if nothing at all can be read
   */
  public void read(SourceStream sources, Consumer<HostFacts> hosts) throws IOException {
    Collecting collecting = new Collecting(hosts);
    sources.forEach(collecting);
    collecting.handOn();
  }

  /** All of them at once. */
  public List<HostFacts> read(SourceStream sources) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    read(sources, hosts::add);
    return hosts;
  }

  private final class Collecting implements SourceVisitor {
    private final Consumer<HostFacts> hosts;
    private List<Reading> readings = new ArrayList<>();
    private String host = "";
    private long weight;

    /** Whether a source of this host was visited, not only told to be unreadable. */
    private boolean begun;

    /** Whether some of it comes from a copy of a machine's own folders, which is one machine's. */
    private boolean isTree;

    Collecting(Consumer<HostFacts> hosts) {
      this.hosts = hosts;
    }

    @Override
    public void visit(dev.headroom.formats.source.Source source) throws IOException {
      if (begun && !source.host().equals(host)) {
        handOn();
      }
      begun = true;
      host = source.host();
      isTree |= TREE.matcher(source.path()).lookingAt();
      Source named = new Source(source.origin(), source.sample(), Optional.empty());
      if (weight > MOST) {
        readings.add(
            Reading.nothing(
                named, "was not read: the files before it say more than is kept of one host"));
        return;
      }
      try (InputStream in = source.open()) {
        add(host.isEmpty() ? reader.read(named, in) : known.read(named, source, in));
      } catch (IOException e) {
        String why = e.getMessage();
        readings.add(Reading.nothing(named, why == null ? e.toString() : why));
      }
    }

    private void add(Reading reading) {
      readings.add(reading);
      weight += reading.statements().weight();
    }

    @Override
    public void unread(Unread unread) {
      readings.add(Reading.nothing(Source.of(unread.origin()), unread.why()));
    }

    void handOn() {
      List<Reading> read = readings;
      boolean whole = isTree;
      readings = new ArrayList<>();
      begun = false;
      weight = 0;
      isTree = false;
      if (read.isEmpty()) {
        return;
      }
      if (host.isEmpty() && read.size() == 1) {
        PastedHosts.of(read.getFirst())
            .forEach(each ->
                hosts.accept(
                    each.name().isEmpty() ? each.named(each.ownName().orElse("host")) : each));
        return;
      }
      List<HostFacts> machines = whole ? List.of(HostFacts.of(host, read)) : machines(host, read);
      machines.forEach(each ->
          hosts.accept(each.name().isEmpty() ? each.named(each.ownName().orElse("host")) : each));
    }
  }

  /**
   * The machines that loose files are of: one, unless they contradict each other in what no machine
   * changes. Of several each is called as it calls itself, or as its first file.
   *
   * @param name of the one, blank if nothing says
   */
  public static List<HostFacts> machines(String name, List<Reading> readings) {
    List<Reading> pieces =
        readings.stream().flatMap(reading -> PastedHosts.pieces(reading).stream()).toList();
    List<List<Reading>> machines = Strangers.apart(pieces);
    if (machines.size() == 1) {
      return List.of(HostFacts.of(name, pieces));
    }
    List<HostFacts> hosts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (List<Reading> machine : machines) {
      HostFacts facts = HostFacts.of(name, machine);
      String file = Strangers.fileName(machine.getFirst());
      String own = facts.ownName().orElse(file);
      hosts.add(facts.named(names.add(own) ? own : file));
    }
    return hosts;
  }
}
