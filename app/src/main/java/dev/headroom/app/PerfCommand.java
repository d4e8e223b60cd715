package dev.headroom.app;

import dev.headroom.app.results.PerfJson;
import dev.headroom.app.screen.PerfScreen;
import dev.headroom.app.screen.StatusLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.perf.PerfKeys;
import dev.headroom.wire.perf.PerfReport;
import dev.headroom.wire.perf.PerfSession;
import dev.headroom.wire.perf.PerfSettings;
import dev.headroom.wire.perf.PerfTest;
import dev.headroom.wire.verbs.QueuePairType;
import java.io.IOException;
import java.net.Inet4Address;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headroom perf}: a peer of perftest's programs, as client and server. */
@Command(
    name = "perf",
    description =
        "Measure bandwidth and latency over RDMA, with perftest at the other end (ib_write_bw and"
            + " the others) or another Headroom. Options and output are perftest's. Without SERVER"
            + " it is the server; both sides must be told the same -n, -s, -q and -c.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom perf write_bw --bind 10.77.0.1      for: ib_write_bw 10.77.0.1",
      "  headroom perf write_bw 10.77.0.2 --bind 10.77.0.1 -n 1000 -s 65536 --json",
      "                                               against: ib_write_bw -n 1000"
    })
final class PerfCommand implements Callable<Integer> {
  private static final int LARGEST = 1 << 23;

  @Parameters(
      index = "0",
      paramLabel = "TEST",
      description =
          "write_bw, write_lat, send_bw, send_lat, read_bw, read_lat, atomic_bw or atomic_lat.")
  private PerfTest test = PerfTest.WRITE_BW;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SERVER",
      description = "Where the server is.")
  private @Nullable String server;

  @Mixin private BindArguments bind = new BindArguments();
  @Mixin private ServiceArguments service = new ServiceArguments();

  @Option(
      names = "--peer",
      paramLabel = "ADDRESS",
      description =
          "The peer's RDMA address, where it is not the one of its TCP connection. Default: that"
              + " one; traffic goes nowhere else.")
  private @Nullable String peer;

  @Option(
      names = {"-n", "--iters"},
      paramLabel = "N",
      description = "Messages of each queue pair. Default: 1000, for write_bw 5000.")
  private @Nullable Integer iterations;

  @Option(
      names = {"-s", "--size"},
      paramLabel = "BYTES",
      description = "Of a message. Default: 65536, for latencies 2; atomics have 8.")
  private @Nullable Integer size;

  @Option(
      names = {"-a", "--all"},
      description = "All sizes from 2 bytes to 8 MiB, each twice the one before.")
  private boolean all;

  @Option(
      names = {"-q", "--qp"},
      defaultValue = "1",
      paramLabel = "N",
      description = "Queue pairs; bandwidths only. Default: 1.")
  private int queuePairs;

  @Option(
      names = {"-c", "--connection"},
      defaultValue = "RC",
      paramLabel = "TYPE",
      description = "RC, UC (write, send) or UD (send). Default: RC.")
  private QueuePairType type = QueuePairType.RC;

  @Option(
      names = {"-t", "--tx-depth"},
      defaultValue = "128",
      paramLabel = "N",
      description = "Messages under way on a queue pair. Default: 128.")
  private int sendDepth;

  @Option(
      names = {"-r", "--rx-depth"},
      defaultValue = "512",
      paramLabel = "N",
      description = "Receives posted on a queue pair; send only. Default: 512.")
  private int receiveDepth;

  @Option(
      names = {"-Q", "--cq-mod"},
      defaultValue = "100",
      paramLabel = "N",
      description = "Every so many messages one is completed. Default: 100.")
  private int moderation;

  @Option(
      names = {"-m", "--mtu"},
      paramLabel = "BYTES",
      description =
          "Path MTU: 256 to 4096. Default: the largest that the interface takes. The lesser of"
              + " both sides' is used.")
  private @Nullable Integer mtu;

  @Option(
      names = {"-u", "--qp-timeout"},
      defaultValue = "14",
      paramLabel = "N",
      description = "An ACK is waited for 4.096 us x 2^N. Default: 14.")
  private int timeout;

  @Option(
      names = {"-o", "--outs"},
      defaultValue = "16",
      paramLabel = "N",
      description = "READs and atomics at once, 1 to 16. Default: 16.")
  private int reads;

  @Option(
      names = {"-A", "--atomic_type"},
      defaultValue = "FETCH_AND_ADD",
      paramLabel = "TYPE",
      description = "FETCH_AND_ADD or CMP_AND_SWAP. Default: FETCH_AND_ADD.")
  private String atomic = "";

  @Option(names = "--report_gbits", description = "Print Gb/s instead of MiB/s.")
  private boolean gigabits;

  @Option(
      names = {"-F", "--CPU-freq"},
      description = "Taken for perftest's sake; changes nothing.")
  private boolean unusedFrequency;

  @Option(
      names = {"-d", "--ib-dev", "-x", "--gid-index", "-i", "--ib-port"},
      paramLabel = "X",
      description = "Taken for perftest's sake; --bind says it all.")
  private @Nullable String unused;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Optional<Inet4Address> target =
        Optional.ofNullable(server).map(name -> Endpoint.resolve("", name));
    if (all && test.verb() == PerfTest.Verb.ATOMIC) {
      throw new BadInput("--all: atomics have 8 bytes");
    }
    try (Endpoint endpoint = bind.open()) {
      List<PerfSettings> runs = runs(endpoint);
      if (target.isPresent()) {
        ask(endpoint, target.get(), runs);
      } else {
        serve(endpoint, runs);
      }
    }
    return Exit.CLEAN;
  }

  private void ask(Endpoint endpoint, Inet4Address target, List<PerfSettings> runs)
      throws IOException, InterruptedException {
    for (PerfSettings run : runs) {
      try (SideChannel channel =
              SideChannel.connect(endpoint.address(), target, service.port(SideChannel.PORT));
          Shown shown = new Shown(run, true)) {
        shown.report(PerfSession.client(endpoint.device(), channel, expected(target), run, shown));
      }
    }
  }

  private void serve(Endpoint endpoint, List<PerfSettings> runs)
      throws IOException, InterruptedException {
    Iterator<PerfSettings> rounds = Stream.generate(() -> runs).flatMap(List::stream).iterator();
    service.serve(
        endpoint.address(),
        SideChannel.PORT,
        spec.commandLine().getErr(),
        runs.size(),
        channel -> {
          PerfSettings run = rounds.next();
          try (Shown shown = new Shown(run, false)) {
            Inet4Address address = expected(channel.remote());
            shown.report(PerfSession.server(endpoint.device(), channel, address, run, shown));
          }
        });
  }

  private Inet4Address expected(Inet4Address ofChannel) {
    return peer == null ? ofChannel : Endpoint.resolve("--peer ", peer);
  }

  /** One test, or with {@code --all} one for each size. */
  private List<PerfSettings> runs(Endpoint endpoint) throws IOException {
    int path = mtu == null ? endpoint.pathMtu() : mtu;
    if (Integer.bitCount(path) != 1 || path < 256 || path > 4096) {
      throw new BadInput("--mtu " + path + ": 256, 512, 1024, 2048 or 4096 is right");
    }
    boolean swap =
        switch (atomic) {
          case "FETCH_AND_ADD" -> false;
          case "CMP_AND_SWAP" -> true;
          default ->
              throw new BadInput(
                  "--atomic_type " + atomic + ": FETCH_AND_ADD or CMP_AND_SWAP is right");
        };
    List<PerfSettings> runs = new ArrayList<>();
    if (all) {
      int most = type == QueuePairType.UD ? path : LARGEST;
      for (int bytes = 2; bytes <= most; bytes *= 2) {
        runs.add(settings(path, bytes, swap));
      }
    } else {
      int usual = test.defaultBytes();
      boolean datagram = type == QueuePairType.UD && size == null;
      runs.add(
          settings(path, size != null ? size : datagram ? Math.min(usual, path) : usual, swap));
    }
    return runs;
  }

  private PerfSettings settings(int path, int bytes, boolean swap) {
    if (test.verb() == PerfTest.Verb.ATOMIC && bytes != Long.BYTES) {
      throw new BadInput("--size " + bytes + ": atomics have 8 bytes");
    }
    try {
      return new PerfSettings(
          test,
          type,
          bytes,
          iterations == null ? test.defaultIterations() : iterations,
          queuePairs,
          test.latency() ? 1 : sendDepth,
          receiveDepth,
          moderation,
          path,
          timeout,
          reads,
          swap);
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()), e);
    }
  }

  /** Shows one test while it runs. */
  private final class Shown implements PerfSession.Witness, AutoCloseable {
    private final StatusLine status =
        new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime);
    private final boolean client;
    private PerfSettings settings;
    private List<PerfKeys> mine = List.of();
    private List<PerfKeys> theirs = List.of();

    private Shown(PerfSettings settings, boolean client) {
      this.settings = settings;
      this.client = client;
    }

    @Override
    public void connected(PerfSettings agreed, List<PerfKeys> own, List<PerfKeys> others) {
      settings = agreed;
      mine = own;
      theirs = others;
      if (!bind.json()) {
        print(PerfScreen.head(agreed, client, mine, theirs, gigabits));
      }
    }

    @Override
    public void progress(long done, long total) {
      if (status.isDue()) {
        status.show(done + " of " + total + " messages");
      }
    }

    private void report(Optional<PerfReport> report) {
      status.close();
      print(
          bind.json()
              ? PerfJson.of(settings, client, mine, theirs, report)
              : PerfScreen.result(report, gigabits));
    }

    private void print(String text) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
    }

    @Override
    public void close() {
      status.close();
    }
  }
}
