package dev.headroom.app.command;

import dev.headroom.app.option.BindArguments;
import dev.headroom.app.option.CmAcceptor;
import dev.headroom.app.option.LocalEndpoint;
import dev.headroom.app.option.PerfOptions;
import dev.headroom.app.option.ServiceArguments;
import dev.headroom.app.option.TestName;
import dev.headroom.app.option.WaitNotice;
import dev.headroom.app.perftest.PerftestLimits;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.perftest.CmPerfChannel;
import dev.headroom.wire.perftest.PerfSession;
import dev.headroom.wire.perftest.PerfSettings;
import dev.headroom.wire.perftest.PerfTest;
import dev.headroom.wire.verbs.QueuePairType;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom perf}: a peer of perftest's programs, as client and server. */
@Command(
    name = "perf",
    description =
        "Measure bandwidth and latency over RDMA against perftest or another Headroom. The "
            + "other end runs ib_write_bw or another program of perftest. Options and output are "
            + "those of perftest. Without SERVER this side is the server; -n, -s, -q and -c must "
            + "be equal on both sides.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom perf write_bw --bind 10.77.0.1             # ib_write_bw 10.77.0.1",
      "  headroom perf write_bw 10.77.0.2 --bind 10.77.0.1 -n 500 # ib_write_bw -n 500"
    })
final class PerfCommand implements Callable<Integer> {
  private static final int LARGEST_MTU = 4096;

  @Parameters(
      index = "0",
      paramLabel = "TEST",
      converter = TestName.class,
      description =
          "write_bw, write_lat, send_bw, send_lat, read_bw, read_lat, atomic_bw or "
              + "atomic_lat; optionally with the prefix ib_.")
  private PerfTest test = PerfTest.WRITE_BW;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SERVER",
      description = "Address of the server.")
  private @Nullable String server;

  @Mixin private BindArguments bind = new BindArguments();
  @Mixin private ServiceArguments service = new ServiceArguments();
  @Mixin private PerfOptions options = new PerfOptions();

  @Option(
      names = "--peer",
      paramLabel = "ADDRESS",
      description =
          "RDMA address of the peer. Default: the address of its TCP connection; all traffic "
              + "goes to this address.")
  private @Nullable String peer;

  @Option(
      names = {"-R", "--rdma_cm"},
      description =
          "Connect through the RDMA connection manager instead of TCP; both sides need this "
              + "option. RC only.")
  private boolean manager;

  @Option(names = "--report_gbits", description = "Print Gb/s instead of MiB/s.")
  private boolean gigabits;

  @Option(
      names = {"-N", "--noPeak"},
      description = "Print no peak bandwidth; perftest prints 0 instead. Bandwidth tests only.")
  private boolean withoutPeak;

  @Mixin private PerftestLimits limits = new PerftestLimits();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    limits.errorMessage(test.latency()).ifPresent(PerfCommand::refuse);
    if (withoutPeak && test.latency()) {
      refuse("-N: a latency test has no peak; remove it");
    }
    if (server == null) {
      serve();
      return end();
    }
    InetAddress target = bind.target(server);
    try (LocalEndpoint endpoint = bind.open(bind.addressFor(target))) {
      connectAndMeasure(endpoint, target, run(endpoint));
    }
    return end();
  }

  private static void refuse(String why) {
    throw new BadInputException(why);
  }

  /** What comes of the limits, if any were given. */
  private int end() {
    return limits
        .refusal()
        .map(why -> {
          spec.commandLine().getErr().println(why);
          return ExitCodes.FINDINGS;
        })
        .orElse(ExitCodes.CLEAN);
  }

  private void connectAndMeasure(LocalEndpoint endpoint, InetAddress target, PerfSettings run)
      throws IOException, InterruptedException {
    int port = service.port(SideChannel.PORT);
    PrintWriter err = spec.commandLine().getErr();
    try (WaitNotice wait = service.waitFor(err, target, port);
        PerfOutput shown = shown(run, wait)) {
      show(
          shown,
          () -> {
            if (manager) {
              try (CmPerfChannel line =
                  CmPerfChannel.call(endpoint.device(), endpoint.manager(), target, port)) {
                PerfSession.client(endpoint.device(), line, run, shown);
              }
            } else {
              try (SideChannel channel = SideChannel.connect(endpoint.address(), target, port)) {
                PerfSession.client(endpoint.device(), channel, expected(target), run, shown);
              }
            }
          });
    }
  }

  /** What is measured with one peer. */
  private interface Session {
    void run() throws IOException, InterruptedException;
  }

  /** Of a session that a signal ends the sizes until then are shown. */
  private static void show(PerfOutput shown, Session session) throws IOException {
    try (InterruptHandler _ = InterruptHandler.interruptingCaller()) {
      session.run();
    } catch (InterruptedException e) {
      shown.endEarly();
      return;
    }
    shown.end();
  }

  private void serve() throws IOException, InterruptedException {
    PerfSettings _ = run(LARGEST_MTU); // what is wrong now is not to be told to the first client
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
          try (PerfOutput shown = shown(run)) {
            InetAddress address = expected(channel.remote());
            show(shown, () -> PerfSession.server(here.device(), channel, address, run, shown));
          }
        });
  }

  private void serveByManager() throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (CmAcceptor cmAcceptor =
        new CmAcceptor(bind, service.port(SideChannel.PORT), text -> note(err, text))) {
      service.announce(err, bind.address(), SideChannel.PORT);
      do {
        Joined joined = join(cmAcceptor, err);
        PerfSettings run = run(joined.here());
        try (CmPerfChannel line = joined.line();
            PerfOutput shown = shown(run)) {
          show(shown, () -> PerfSession.server(joined.here().device(), line, run, shown));
        } catch (IOException e) {
          if (!service.persistent()) {
            throw e;
          }
          note(err, FailureMessage.withFile(e));
        }
      } while (service.persistent());
    }
  }

  /** A client that the connection manager has joined with a device of this side. */
  private record Joined(LocalEndpoint here, CmPerfChannel line) {}

  /** Waits for a client; who asks and does not confirm must not end the service. */
  private static Joined join(CmAcceptor cmAcceptor, PrintWriter err) throws InterruptedException {
    while (true) {
      CmAcceptor.ConnectionRequest knock = cmAcceptor.next();
      LocalEndpoint here = knock.listener().endpoint();
      try {
        return new Joined(
            here,
            CmPerfChannel.acceptClient(here.device(), knock.listener().listener(), knock.caller()));
      } catch (IOException e) {
        note(err, FailureMessage.withFile(e));
      }
    }
  }

  private static void note(PrintWriter err, @Nullable String text) {
    err.println("headroom: " + text);
    err.flush();
  }

  private PerfOutput shown(PerfSettings run) {
    return shown(run, false, () -> {});
  }

  private PerfOutput shown(PerfSettings run, WaitNotice wait) {
    return shown(run, true, wait::stop);
  }

  private PerfOutput shown(PerfSettings run, boolean client, Runnable connected) {
    return new PerfOutput(
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        new PerfOutput.Style(bind.json(), manager, gigabits, !withoutPeak),
        limits,
        run,
        client,
        connected);
  }

  private InetAddress expected(InetAddress ofChannel) {
    return peer == null ? ofChannel : LocalEndpoint.resolve("--peer ", peer, ofChannel);
  }

  private PerfSettings run(LocalEndpoint endpoint) throws IOException {
    return run(endpoint.pathMtu());
  }

  private PerfSettings run(int usualMtu) {
    if (manager && options.type() != QueuePairType.RC) {
      throw new BadInputException(
          "-R with -c "
              + options.type()
              + ": the connection manager supports only reliable connections; use -c RC, or no -R");
    }
    if (manager && peer != null) {
      throw new BadInputException(
          "--peer with -R: the connection manager provides the peer's address");
    }
    return options.settings(test, usualMtu);
  }
}
