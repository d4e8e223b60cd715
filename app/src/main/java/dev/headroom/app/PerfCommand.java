package dev.headroom.app;

import dev.headroom.app.results.PerfJson;
import dev.headroom.app.screen.PerfScreen;
import dev.headroom.app.screen.StatusLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.perf.ManagerLine;
import dev.headroom.wire.perf.PerfKeys;
import dev.headroom.wire.perf.PerfReport;
import dev.headroom.wire.perf.PerfSession;
import dev.headroom.wire.perf.PerfSettings;
import dev.headroom.wire.perf.PerfTest;
import dev.headroom.wire.verbs.QueuePairType;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
  private static final int LARGE = 8192;
  private static final int USUAL_MODERATION = 100;

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
      description = "All sizes from 2 bytes to 8 MiB, each twice the one before, in one session.")
  private boolean all;

  @Option(
      names = {"-b", "--bidirectional"},
      description = "Both sides send at once; bandwidths only. Prints the sum of both.")
  private boolean bothWays;

  @Option(
      names = {"-D", "--duration"},
      paramLabel = "SECONDS",
      description =
          "Measure for so long instead of -n messages. Of that a quarter, in whole seconds, is left"
              + " out at either end. Of latencies only the mean is known then.")
  private @Nullable Integer seconds;

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
      paramLabel = "N",
      description =
          "Every so many messages one is completed. Default: 100, for messages over 8192 bytes 1.")
  private @Nullable Integer moderation;

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

  @Option(
      names = {"-R", "--rdma_cm"},
      description =
          "Find each other by the RDMA connection manager instead of TCP; both sides must be told"
              + " so. RC only.")
  private boolean manager;

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
    if (server == null) {
      serve();
      return Exit.CLEAN;
    }
    InetAddress target = bind.target(server);
    try (Endpoint endpoint = bind.open(bind.addressFor(target))) {
      ask(endpoint, target, run(endpoint));
    }
    return Exit.CLEAN;
  }

  private void ask(Endpoint endpoint, InetAddress target, PerfSettings run)
      throws IOException, InterruptedException {
    int port = service.port(SideChannel.PORT);
    if (manager) {
      try (ManagerLine line =
              ManagerLine.call(endpoint.device(), endpoint.manager(), target, port);
          Shown shown = new Shown(run, true)) {
        PerfSession.client(endpoint.device(), line, run, shown);
        shown.end();
      }
      return;
    }
    try (SideChannel channel = SideChannel.connect(endpoint.address(), target, port);
        Shown shown = new Shown(run, true)) {
      PerfSession.client(endpoint.device(), channel, expected(target), run, shown);
      shown.end();
    }
  }

  private void serve() throws IOException, InterruptedException {
    if (manager) {
      serveByManager();
      return;
    }
    service.serve(
        bind,
        SideChannel.PORT,
        spec.commandLine().getErr(),
        (here, channel) -> {
          PerfSettings run = run(here);
          try (Shown shown = new Shown(run, false)) {
            InetAddress address = expected(channel.remote());
            PerfSession.server(here.device(), channel, address, run, shown);
            shown.end();
          }
        });
  }

  private void serveByManager() throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (Doors doors = new Doors(bind, service.port(SideChannel.PORT), text -> note(err, text))) {
      service.announce(err, bind.address(), SideChannel.PORT);
      do {
        Joined joined = join(doors, err);
        PerfSettings run = run(joined.here());
        try (ManagerLine line = joined.line();
            Shown shown = new Shown(run, false)) {
          PerfSession.server(joined.here().device(), line, run, shown);
          shown.end();
        } catch (IOException e) {
          if (!service.persistent()) {
            throw e;
          }
          note(err, e.getMessage());
        }
      } while (service.persistent());
    }
  }

  /** A client that the connection manager has joined with a device of this side. */
  private record Joined(Endpoint here, ManagerLine line) {}

  /** Waits for a client; who asks and does not confirm must not end the service. */
  private static Joined join(Doors doors, PrintWriter err) throws InterruptedException {
    while (true) {
      Doors.Knock knock = doors.next();
      Endpoint here = knock.door().endpoint();
      try {
        return new Joined(
            here, ManagerLine.answer(here.device(), knock.door().listener(), knock.caller()));
      } catch (IOException e) {
        note(err, e.getMessage());
      }
    }
  }

  private static void note(PrintWriter err, @Nullable String text) {
    err.println("headroom: " + text);
    err.flush();
  }

  private InetAddress expected(InetAddress ofChannel) {
    return peer == null ? ofChannel : Endpoint.resolve("--peer ", peer, ofChannel);
  }

  private PerfSettings run(Endpoint endpoint) throws IOException {
    if (manager && type != QueuePairType.RC) {
      throw new BadInput(
          "-R with -c "
              + type
              + ": the connection manager joins reliable connections here; -c RC is right, or no -R");
    }
    if (manager && peer != null) {
      throw new BadInput("--peer with -R: the connection manager says where the peer is");
    }
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
    int usual = all ? LARGEST : test.defaultBytes();
    boolean datagram = type == QueuePairType.UD && size == null;
    return settings(
        path, size != null && !all ? size : datagram ? Math.min(usual, path) : usual, swap);
  }

  private PerfSettings settings(int path, int bytes, boolean swap) {
    if (test.verb() == PerfTest.Verb.ATOMIC && bytes != Long.BYTES && !all) {
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
          moderation(bytes),
          path,
          timeout,
          reads,
          swap,
          new PerfSettings.Course(all, bothWays, duration()));
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()), e);
    }
  }

  /** As perftest has it, whose figures would else be coarse. */
  private int moderation(int bytes) {
    boolean large = bytes > LARGE && type != QueuePairType.UD && !all;
    return moderation != null ? moderation : large ? 1 : USUAL_MODERATION;
  }

  private int duration() {
    return seconds == null ? 0 : Numbers.within("--duration", seconds, 1, 86_400);
  }

  /** Shows one test while it runs. */
  private final class Shown implements PerfSession.Witness, AutoCloseable {
    private final StatusLine status =
        new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime);
    private final boolean client;
    private PerfSettings settings;
    private final List<PerfReport> reports = new ArrayList<>();
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
        print(PerfScreen.head(agreed, client, manager, mine, theirs, gigabits));
      }
    }

    @Override
    public void progress(long done, long total) {
      if (status.isDue()) {
        status.show(done + (total > 0 ? " of " + total : "") + " messages");
      }
    }

    @Override
    public void measured(PerfReport report) {
      reports.add(report);
      if (!bind.json()) {
        status.close();
        print(PerfScreen.row(report, gigabits));
      }
    }

    private void end() {
      status.close();
      print(
          bind.json()
              ? PerfJson.of(settings, client, manager, mine, theirs, reports)
              : PerfScreen.end());
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
