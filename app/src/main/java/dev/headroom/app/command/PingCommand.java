package dev.headroom.app.command;

import dev.headroom.app.json.PingJson;
import dev.headroom.app.option.BindArguments;
import dev.headroom.app.option.CmAcceptor;
import dev.headroom.app.option.LocalEndpoint;
import dev.headroom.app.option.OptionRangeCheck;
import dev.headroom.app.option.PathArguments;
import dev.headroom.app.option.ServiceArguments;
import dev.headroom.app.option.WaitNotice;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.PingScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.app.wire.PingStatistics;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.wire.connect.CmListener;
import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.pingpong.RcPingPong;
import dev.headroom.wire.pingpong.Rping;
import dev.headroom.wire.verbs.ConnectionSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom ping}: rping's protocol, or that of ibv_rc_pingpong, as client and
 * server.
 */
@Command(
    name = "ping",
    description =
        "Ping over RDMA, with standard RDMA programs at the other end. These are 'rping' "
            + "(connection manager, SEND, READ and WRITE) or, with --pingpong, 'ibv_rc_pingpong' "
            + "(SEND). Without SERVER this side is the server.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom ping 10.77.0.2 --bind 10.77.0.1 -C 100     # rping -s",
      "  headroom ping --bind 10.77.0.1                      # rping -c -a 10.77.0.1",
      "  headroom ping 10.77.0.2 --bind 10.77.0.1 --pingpong # ibv_rc_pingpong -g 1"
    })
final class PingCommand implements Callable<Integer> {
  private static final int PINGPONG_ITERATIONS = 1000;
  private static final int PINGPONG_BYTES = 4096;
  private static final int MOST_PINGPONG_BYTES = 1 << 30;

  @Parameters(arity = "0..1", paramLabel = "SERVER", description = "Address of the server to ping.")
  private @Nullable String server;

  @Mixin private BindArguments bind = new BindArguments();
  @Mixin private ServiceArguments service = new ServiceArguments();
  @Mixin private PathArguments path = new PathArguments();

  @Option(
      names = {"-C", "-n", "--count"},
      paramLabel = "N",
      description =
          "Number of pings. Default: 100, with --pingpong 1000, where both sides need the "
              + "same number.")
  private @Nullable Integer count;

  @Option(
      names = {"-S", "-s", "--size"},
      paramLabel = "BYTES",
      description = "Bytes per ping. Default: 64, with --pingpong 4096, the same on both sides.")
  private @Nullable Integer size;

  @Option(names = "--pingpong", description = "Use the protocol of ibv_rc_pingpong.")
  private boolean pingPong;

  @Option(
      names = {"-V", "-c", "--check"},
      description = "Verify every byte of the replies.")
  private boolean check;

  @Option(names = "-v", description = "Print the data of each ping.")
  private boolean verbose;

  // Since -V is rping's, the options that all commands have do not come by themselves.
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean unusedHelp;

  @Option(
      names = "--version",
      versionHelp = true,
      description = "Print version information and exit.")
  private boolean unusedVersion;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    int most = pingPong ? MOST_PINGPONG_BYTES : Rping.MOST_BYTES;
    int least = pingPong ? 1 : Rping.LEAST_BYTES;
    int _ = OptionRangeCheck.within("--size", bytes(), least, most);
    int _ = OptionRangeCheck.within("--count", pings(), 1, Integer.MAX_VALUE);
    if (server == null) {
      return pingPong ? servePingPong() : serveRping();
    }
    InetAddress target = bind.target(server);
    try (LocalEndpoint endpoint = bind.open(bind.addressFor(target))) {
      return report(ping(endpoint, target));
    }
  }

  private PingStatistics ping(LocalEndpoint endpoint, InetAddress target) throws IOException {
    PingStatistics tally = new PingStatistics(true, target.getHostAddress(), bytes(), check);
    try (InterruptHandler _ = InterruptHandler.interruptingCaller()) {
      ping(endpoint, target, tally);
    } catch (InterruptedException e) {
      return tally; // of the pings until then
    }
    return tally;
  }

  private void ping(LocalEndpoint endpoint, InetAddress target, PingStatistics tally)
      throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    if (pingPong) {
      try (SideChannel channel = called(err, endpoint, target)) {
        tally.add(RcPingPong.client(endpoint.device(), channel, pingPongSettings()));
      }
      return;
    }
    try (WaitNotice wait = service.waitFor(err, target, port());
        StatusLine status = status()) {
      Rping.Progress progress = progress(tally, status);
      Rping.client(
          endpoint.device(),
          endpoint.manager(),
          target,
          port(),
          pings(),
          bytes(),
          settings(endpoint),
          (number, text, right, elapsedNs) -> {
            wait.stop();
            progress.ping(number, text, right, elapsedNs);
          });
    }
  }

  private SideChannel called(PrintWriter err, LocalEndpoint endpoint, InetAddress target)
      throws IOException {
    try (WaitNotice _ = service.waitFor(err, target, port())) {
      return SideChannel.connect(endpoint.address(), target, port());
    }
  }

  private int serveRping() throws IOException, InterruptedException {
    int code = ExitCodes.CLEAN;
    PrintWriter err = spec.commandLine().getErr();
    try (CmAcceptor cmAcceptor =
        new CmAcceptor(bind, port(), text -> err.println("headroom: " + text))) {
      service.announce(err, bind.address(), Rping.PORT);
      while (true) {
        CmAcceptor.ConnectionRequest knock = cmAcceptor.next();
        CmListener.Caller caller = knock.caller();
        LocalEndpoint here = knock.listener().endpoint();
        PingStatistics tally =
            new PingStatistics(false, caller.address().getHostAddress(), 0, check);
        try (InterruptHandler _ = InterruptHandler.interruptingCaller();
            StatusLine status = status()) {
          Rping.Served served =
              Rping.server(here.device(), caller, settings(here), progress(tally, status));
          if (!served.hasDisconnected()) {
            err.println("headroom: the client disconnected after these pings");
          }
        } catch (InterruptedException e) {
          return report(tally); // of the pings until then
        } catch (IOException e) {
          // Whoever asks and does not confirm, or breaks off, must not end the service.
          err.println("headroom: " + FailureMessage.withFile(e));
          continue;
        }
        code = Math.max(code, report(tally));
        if (!service.persistent()) {
          return code;
        }
      }
    }
  }

  private int servePingPong() throws IOException, InterruptedException {
    AtomicInteger code = new AtomicInteger(ExitCodes.CLEAN);
    service.serve(
        bind,
        SideChannel.PORT,
        spec.commandLine().getErr(),
        (here, channel) -> {
          PingStatistics tally =
              new PingStatistics(false, channel.remote().getHostAddress(), bytes(), check);
          RcPingPong.Result result = RcPingPong.server(here.device(), channel, pingPongSettings());
          tally.add(result);
          if (!result.confirmed()) {
            spec.commandLine()
                .getErr()
                .println(
                    "headroom: the client disconnected before it acknowledged the last "
                        + "message");
          }
          code.accumulateAndGet(report(tally), Math::max);
        });
    return code.get();
  }

  private StatusLine status() {
    return new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime);
  }

  private Rping.Progress progress(PingStatistics tally, StatusLine status) {
    return (number, text, right, elapsedNs) -> {
      tally.add(right || !check, elapsedNs);
      if (verbose && !bind.json()) {
        spec.commandLine().getOut().println("ping data: " + text);
      } else if (status.isDue()) {
        status.show((number + 1) + (server == null ? "" : " of " + pings()) + " pings");
      }
    };
  }

  private int report(PingStatistics tally) {
    if (tally.pings() == 0) {
      return ExitCodes.INTERRUPTED; // there are none only where a signal came first
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(bind.json() ? PingJson.of(tally) : PingScreen.of(tally, Terminal.ofOutput()));
    out.flush();
    return tally.corrupted() == 0 ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }

  private ConnectionSettings settings(LocalEndpoint endpoint) throws IOException {
    return connection(endpoint.pathMtu());
  }

  private ConnectionSettings connection(int usualMtu) {
    return ConnectionSettings.DEFAULT
        .patience(path.timeout(), 7, 7)
        .mtu(path.mtu().orElse(usualMtu));
  }

  private RcPingPong.Settings pingPongSettings() {
    return new RcPingPong.Settings(bytes(), pings(), connection(1024), check);
  }

  private int port() {
    return service.port(pingPong ? SideChannel.PORT : Rping.PORT);
  }

  private int pings() {
    return count != null ? count : pingPong ? PINGPONG_ITERATIONS : 100;
  }

  private int bytes() {
    return size != null ? size : pingPong ? PINGPONG_BYTES : 64;
  }
}
