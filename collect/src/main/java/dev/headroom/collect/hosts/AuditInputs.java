package dev.headroom.collect.hosts;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.collect.machine.CollectedData;
import dev.headroom.collect.machine.MachineCollector;
import dev.headroom.collect.machine.MachineView;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.read.SourceReading;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.UnreadSource;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reader of an audit's inputs, which turns them into hosts: bundles, folders of bundles, a host's
 * folder, loose files. Loose files named together are one host, unless they contradict each other;
 * a log that one machine wrote goes with what else was brought of that machine. Hosts are handed on
 * one by one, so that a thousand of them need no more memory than the few that are being read. If
 * at the end nothing was of a known form, that is {@link BadInputException}.
 */
public final class AuditInputs {
  private final HostsReader reader = new HostsReader(FormatCatalogue.reader());
  private final LooseFiles loose = new LooseFiles(HostsReader.MOST);
  private final KnownFormatCheck forms = new KnownFormatCheck();
  private final MachineNaming naming = new MachineNaming();

  /** Those that have not been taken. */
  private Deque<Piece> left = new ArrayDeque<>();

  /** The pieces that were found to be one loose file. */
  private final Set<Piece> kept = ConcurrentHashMap.newKeySet();

  /** Called before each source. */
  private final Runnable check;

  /** A reader to the end of its inputs. */
  public AuditInputs() {
    this(() -> {});
  }

  /**
   * A reader that may be stopped.
   *
   * @param check is called before each source of an input is read, on any thread; what it throws
   *     ends the reading
   */
  public AuditInputs(Runnable check) {
    this.check = check;
  }

  /**
   * What can be read without the rest.
   *
   * @param place where its path stands among those that were named
   * @param order where it stands among all pieces
   */
  private record Piece(int place, int order, Path path, SourceStream stream) {}

  /**
   * This machine, collected and read.
   *
   * @param version of the program, for the record of the collection
   */
  public void collectThisMachine(
      String version, Consumer<String> progress, Consumer<HostFacts> hosts)
      throws IOException, InterruptedException {
    CollectedData collected =
        new MachineCollector(AllowList.host(), MachineView.local(), version, progress)
            .collect(Set.of(), 1, Duration.ZERO);
    reader.read(SourceOpener.of(collected), hosts);
  }

  /** The hosts that these paths hold, in their order; what is loose last. */
  public List<HostFacts> read(List<Path> paths) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    each(paths, hosts::add);
    return hosts;
  }

  /** Hands on one host after the other. */
  public void each(List<Path> paths, Consumer<HostFacts> hosts) throws IOException {
    Consumer<HostFacts> seen =
        host -> {
          forms.add(host);
          hosts.accept(host);
        };
    List<Piece> pieces = pieces(paths);
    for (Piece piece : pieces) {
      keepLoose(piece);
    }
    for (Piece piece : pieces) {
      name(piece, seen);
    }
    loose(pieces.size()).forEach(seen);
    forms.demand(paths);
  }

  /** Reads what may be a loose file before all else, since it may be a log of who comes later. */
  private void keepLoose(Piece piece) throws IOException {
    if (SourceOpener.isSingleFile(piece.path())) {
      // Of a text that holds what several machines print nothing is kept: their turn comes.
      read(piece, host -> {});
    }
  }

  /** With the logs of it that were named one by one. */
  private HostFacts withLogs(HostFacts host) {
    List<SourceReading> logs = loose.logsOf(host.name());
    if (logs.isEmpty()) {
      return host;
    }
    // First what the job says: its variables are its own, those of a bundle the collector's.
    List<SourceReading> all = new ArrayList<>(logs);
    all.addAll(host.readings());
    return host.with(HostFacts.of(host.name(), all).facts(), all);
  }

  /** What lay loose, by name. */
  private List<HostFacts> loose(int pieces) {
    return loose.machines().stream().map(host -> naming.named(pieces, host)).toList();
  }

  /**
   * Hands on the machines of a piece by their names. The last waits until no more are to be named
   * of it, so that nobody waits for what is done with it.
   */
  private void name(Piece piece, Consumer<HostFacts> hosts) throws IOException {
    if (kept.contains(piece)) {
      naming.done(piece.order());
      return;
    }
    Deque<HostFacts> last = new ArrayDeque<>(1);
    List<HostFacts> named = new ArrayList<>(1);
    try {
      read(
          piece,
          host -> {
            if (!last.isEmpty()) {
              hosts.accept(withLogs(naming.named(piece.order(), last.remove())));
            }
            last.add(host);
          });
      last.forEach(host -> named.add(withLogs(naming.named(piece.order(), host))));
    } finally {
      naming.done(piece.order());
    }
    named.forEach(hosts);
  }

  /**
   * Reads with all processors.
   *
   * @param look makes of a host what is needed of it; on any thread
   * @param take is given that in the order of the hosts, on this one
   * @param progress is told how many pieces of how many have been read
   * @throws InterruptedException if the thread was interrupted; {@link #left} says what was not
   *     read
   */
  public <T> void each(
      List<Path> paths, Function<HostFacts, T> look, Consumer<T> take, Consumer<String> progress)
      throws IOException, InterruptedException {
    Function<HostFacts, T> seen =
        host -> {
          forms.add(host);
          return look.apply(host);
        };
    List<Piece> pieces = pieces(paths);
    int threads = Math.clamp(pieces.size(), 1, Runtime.getRuntime().availableProcessors());
    Deque<Future<List<T>>> ahead = new ArrayDeque<>();
    int taken = 0;
    progress.accept("reading");
    left = new ArrayDeque<>(pieces);
    // Not closed, which would wait for what runs: all is taken by then, or nobody wants it.
    @SuppressWarnings("resource")
    ExecutorService crew = Executors.newFixedThreadPool(threads);
    try {
      keepLoose(pieces, crew, progress);
      for (Piece piece : pieces) {
        ahead.add(crew.submit(() -> looked(piece, seen)));
        if (ahead.size() > 2 * threads) {
          await(ahead.remove()).forEach(take);
          left.remove();
          taken++;
          progress.accept("reading: " + taken + " of " + pieces.size());
        }
      }
      while (!ahead.isEmpty()) {
        await(ahead.remove()).forEach(take);
        left.remove();
      }
    } finally {
      crew.shutdownNow();
    }
    loose(pieces.size()).stream().map(seen).forEach(take);
    forms.demand(paths);
  }

  /**
   * The paths of which something was not read when reading was interrupted, and how many pieces.
   */
  public Map<Path, Long> left() {
    return left.stream()
        .collect(Collectors.groupingBy(Piece::path, LinkedHashMap::new, Collectors.counting()));
  }

  private void keepLoose(List<Piece> pieces, ExecutorService crew, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<Future<Void>> all = new ArrayList<>();
    for (Piece piece : pieces) {
      all.add(
          crew.submit(() -> {
            keepLoose(piece);
            return null;
          }));
    }
    for (Future<Void> each : all) {
      await(each);
      progress.accept("reading");
    }
  }

  private static <T> T await(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException runtime -> throw runtime;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  private <T> List<T> looked(Piece piece, Function<HostFacts, T> look) throws IOException {
    List<T> seen = new ArrayList<>();
    name(piece, host -> seen.add(look.apply(host)));
    return seen;
  }

  private List<Piece> pieces(List<Path> paths) throws IOException {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      for (SourceStream stream : SourceOpener.open(paths.get(i))) {
        pieces.add(new Piece(i, pieces.size(), paths.get(i), checked(stream)));
      }
    }
    return pieces;
  }

  private SourceStream checked(SourceStream stream) {
    return visitor ->
        stream.forEach(
            new SourceVisitor() {
              @Override
              public void visit(MachineSource source) throws IOException {
                check.run();
                visitor.visit(source);
              }

              @Override
              public void visitUnread(UnreadSource unread) throws IOException {
                visitor.visitUnread(unread);
              }
            });
  }

  /** A file that holds one host in one piece is loose; it is not handed on by itself. */
  private void read(Piece piece, Consumer<HostFacts> hosts) throws IOException {
    String fallback = name(piece.path().toAbsolutePath().normalize());
    if (Files.isDirectory(piece.path())) {
      reader.read(piece.stream(), host -> hosts.accept(named(host, fallback)));
      return;
    }
    List<HostFacts> first = new ArrayList<>(1);
    boolean[] several = new boolean[1];
    reader.read(
        piece.stream(),
        host -> {
          if (first.isEmpty() && !several[0] && host.readings().size() == 1) {
            first.add(host);
            return;
          }
          several[0] = true;
          first.forEach(each -> hosts.accept(named(each, fallback)));
          first.clear();
          hosts.accept(named(host, fallback));
        });
    if (!first.isEmpty()) {
      loose.add(piece.place(), piece.path(), first.getFirst().readings());
      kept.add(piece);
    }
  }

  /** As it calls itself; what only its container names is called by that. */
  public static HostFacts named(HostFacts host, String fallback) {
    boolean nameless = host.name().isEmpty() || host.name().equals("host");
    return nameless ? host.named(host.reportedName().orElse(fallback)) : host;
  }

  static String name(Path path) {
    Path last = path.getFileName();
    return last == null ? path.toString() : last.toString();
  }
}
