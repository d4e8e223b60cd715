package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.sizing.ConnectionState;
import dev.headroom.model.sizing.ConnectionState.Transport;
import dev.headroom.model.sizing.QpContext;
import dev.headroom.run.figures.NumberText;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc connection-state}: connection contexts that a NIC keeps. */
@Command(
    name = "connection-state",
    description = "Connection contexts and their bytes on a NIC, by transport.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc connection-state --hosts 1024 --processes-per-host 8",
      "  headroom calc connection-state --hosts 1024 --peers 2 --queue-pairs 4 \\",
      "      --nic bnxt-re"
    })
final class ConnectionStateCalculator extends Calculator {
  @Option(
      names = "--hosts",
      required = true,
      paramLabel = "N",
      description =
          "Number of hosts with one NIC each, 2 or more; a server with eight NICs counts as "
              + "eight hosts.")
  private long hosts;

  @Option(
      names = "--processes-per-host",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of processes that share a NIC, 1 to 1024. Default: 1.")
  private long processes;

  @Option(
      names = "--peers",
      paramLabel = "N",
      description = "Number of remote processes that each process talks to. Default: all of them.")
  private @Nullable Long peers;

  @Option(
      names = "--queue-pairs",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "Number of queue pairs per pair of processes (NCCL_IB_QPS_PER_CONNECTION). Default: 1.")
  private long queuePairs;

  @Option(
      names = "--nic",
      defaultValue = "mlx5",
      paramLabel = "NAME",
      description =
          "NIC driver that sets the context size: mlx5, bnxt-re, irdma, hns-hip08 or "
              + "hns-hip09. Default: mlx5.")
  private String nic = "mlx5";

  @Option(
      names = "--context-bytes",
      paramLabel = "N",
      description = "Bytes of a context, 1 to 65536, instead of those of --nic.")
  private @Nullable Long contextBytes;

  @Option(
      names = "--window",
      defaultValue = "128",
      paramLabel = "N",
      description = "Size of IRN's bitmaps in packets in flight, 1 to 65536. Default: 128.")
  private int window;

  @Override
  Calculation calculate() {
    QpContext context = QpContext.named(nic);
    Long told = contextBytes;
    if (told != null && (told < 1 || told > 65_536)) {
      throw new IllegalArgumentException(
          "context-bytes is %d; it must be 1 to 65536".formatted(told));
    }
    if (window < 1 || window > 65_536) {
      throw new IllegalArgumentException("window is %d; it must be 1 to 65536".formatted(window));
    }
    long bytes = told == null ? context.bytes() : told;
    Long some = peers;
    ConnectionState state =
        some == null
            ? ConnectionState.allToAll(hosts, processes, queuePairs)
            : new ConnectionState(hosts, processes, some, queuePairs);
    Calculation calculation =
        Calculation.of(name(), "connection state of a NIC")
            .input("hosts", "NICs N", hosts)
            .input("processesPerHost", "processes that share a NIC P", processes)
            .input("peers", "remote processes of each R", state.peers())
            .input("queuePairs", "queue pairs per pair q", queuePairs)
            .input("contextBytes", "bytes of a queue pair's context", bytes)
            .formula("RC, IRN, Falcon: P R q    XRC: 2 P H    SRC: A + P")
            .formula("UD, SRD: P    UEC: A")
            .formula("H = min(N - 1, R) remote NICs of one process, A = min(N - 1, P R) of all")
            .formula("IRN adds 5 bitmaps of the window to each context");
    for (Transport transport : Transport.values()) {
      add(calculation, state, transport, bytes);
    }
    return calculation
        .note("Rings of work requests and completions are in host memory and do not count.")
        .note("A NIC with room for fewer contexts fetches the others from host memory.")
        .source(told == null ? context.source() : "--context-bytes")
        .source("IRN: Mittal et al., SIGCOMM 2018, section 6.1; SRC: APNet 2025")
        .source("UD, XRC: IBTA volume 1, 9.8 and annex A14; SRD: Linux efa driver")
        .source("UEC: UE specification 1.0; Falcon: OCP specification 0.9");
  }

  private void add(
      Calculation calculation, ConnectionState state, Transport transport, long bytes) {
    String name = transport.name().toLowerCase(Locale.ROOT);
    long contexts = state.contexts(transport);
    String shown = NumberText.count(contexts) + " " + transport.kept();
    OptionalLong all = state.bytes(transport, bytes, window);
    String label = transport == Transport.FALCON ? "Falcon" : transport.name();
    calculation.result(name + "Contexts", label, contexts, shown);
    if (all.isPresent()) {
      calculation.bytes(name + "Bytes", label + " bytes", all.getAsLong());
    } else {
      calculation.result(name + "Bytes", label + " bytes", "not published");
      ConnectionState.unpublished(transport)
          .ifPresent(why -> calculation.note(label + ": " + why + "."));
    }
  }
}
