package dev.headroom.app.command;

import dev.headroom.app.json.ProbeJson;
import dev.headroom.app.option.BindArguments;
import dev.headroom.app.option.LocalEndpoint;
import dev.headroom.app.option.ServiceArguments;
import dev.headroom.app.option.WaitNotice;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.ProbeScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.probe.ProbeClient;
import dev.headroom.wire.probe.ProbeReport;
import dev.headroom.wire.probe.ProbeServer;
import dev.headroom.wire.probe.ProbeSettings;
import dev.headroom.wire.probe.ProbeSide;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom probe}: treatment of RoCEv2 packets on the path to another machine. */
@Command(
    name = "probe",
    description =
        "Probe the path to another machine, and the reverse path, with real RoCEv2 packets. "
            + "It tests DSCP, ECN, MTU, drops and reordering, and counts the paths that UDP source "
            + "ports select. If routers answer, each fault names its hop. Without SERVER this side "
            + "is the server, which the other end needs.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom probe --bind 10.77.0.2                # the server",
      "  headroom probe 10.77.0.2 --bind 10.77.0.1",
      "  sudo headroom probe 10.77.0.2 --bind 10.77.0.1 # also shows where marks change"
    })
final class ProbeCommand implements Callable<Integer> {
  /** Where the server listens, over TCP. */
  private static final int PORT = 18_516;

  private static final int USUAL_MTU = 1500;

  @Parameters(arity = "0..1", paramLabel = "SERVER", description = "Address of the other end.")
  private @Nullable String server;

  @Mixin private BindArguments bind = new BindArguments();
  @Mixin private ServiceArguments service = new ServiceArguments();

  @Option(
      names = "--rate",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Maximum packets per second from this side. Default: 1000.")
  private int rate;

  @Option(
      names = {"-n", "--packets"},
      defaultValue = "1000",
      paramLabel = "N",
      description = "Number of packets of one flow to test for loss and order. Default: 1000.")
  private int packets;

  @Option(
      names = "--dscp",
      defaultValue = "26",
      paramLabel = "N",
      description =
          "DSCP of the fabric's RoCE traffic. DSCP 48 of CNPs is tested as well. Default: 26.")
  private int dscp;

  @Option(
      names = "--source-ports",
      defaultValue = "64",
      paramLabel = "N",
      description = "Number of UDP source ports to test for different paths. Default: 64.")
  private int sourcePorts;

  @Option(
      names = "--hops",
      defaultValue = "16",
      paramLabel = "N",
      description = "Maximum number of routers to look for. Default: 16.")
  private int hops;

  @Option(
      names = "--settle",
      defaultValue = "250",
      paramLabel = "MS",
      description = "Milliseconds to wait for the last packet. Default: 250.")
  private int settleMs;

  @Option(
      names = "--one-way",
      description =
          "Skip the reverse path, for which this side must also receive on UDP port 4791.")
  private boolean oneWay;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (server != null) {
      InetAddress target = bind.target(server);
      return probe(bind.addressFor(target), target);
    }
    PrintWriter err = spec.commandLine().getErr();
    service.serve(
        bind,
        PORT,
        err,
        (here, client) -> {
          ProbeServer.Served served =
              ProbeServer.serve(here.device(), side(here.address()), client);
          err.println(
              "headroom: "
                  + client.remote().getHostAddress()
                  + " probed this machine: "
                  + served.arrived()
                  + " packets arrived, "
                  + served.sent()
                  + " were sent back");
          err.flush();
        });
    return ExitCodes.CLEAN;
  }

  private int probe(InetAddress from, InetAddress target) throws IOException, InterruptedException {
    ProbeSettings settings = settings();
    ProbeSide own = side(from);
    ProbeReport report;
    PrintWriter err = spec.commandLine().getErr();
    try (WaitNotice wait = service.waitFor(err, target, service.port(PORT));
        SideChannel channel = SideChannel.connect(from, target, service.port(PORT));
        StatusLine status = new StatusLine(err, Terminal.ofError(), System::nanoTime)) {
      Optional<LocalEndpoint> receiver = receiver(from);
      try {
        report =
            ProbeClient.probe(
                own,
                receiver.map(LocalEndpoint::device),
                channel,
                settings,
                what -> {
                  wait.stop();
                  if (status.isDue()) {
                    status.show(what);
                  }
                });
      } finally {
        receiver.ifPresent(LocalEndpoint::close);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(bind.json() ? ProbeJson.of(report) : ProbeScreen.of(report, Terminal.ofOutput()));
    out.flush();
    return report.hasNoProblems() ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }

  /** What takes packets of the way back; where there can be none, that way alone is left out. */
  private Optional<LocalEndpoint> receiver(InetAddress own) throws IOException {
    if (oneWay) {
      return Optional.empty();
    }
    try {
      return Optional.of(bind.open(own));
    } catch (BindException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("headroom: the reverse path is not probed: " + FailureMessage.of(e));
      err.flush();
      return Optional.empty();
    }
  }

  private ProbeSide side(InetAddress own) throws IOException {
    int mtuBytes = LocalEndpoint.interfaceMtu(own).orElse(USUAL_MTU);
    return checked(() -> new ProbeSide(own, bind.udpPort(), mtuBytes, rate));
  }

  private ProbeSettings settings() {
    return checked(() -> new ProbeSettings(packets, dscp, sourcePorts, hops, settleMs));
  }

  private static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }
}
