package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.sizing.MeshQueuePairs;
import dev.headroom.unit.CountedNoun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Calculator {@code headroom calc qp}: queue pairs of a full mesh, and the memory for their state.
 */
@Command(
    name = "qp",
    description = "Queue pairs of a host in a full mesh, and their state.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc qp --hosts 128 --processes 8",
      "  headroom calc qp --hosts 512 --processes 8 --remotes 1 --per-connection 4 \\",
      "      --depth 128"
    })
final class QpCalculator extends Calculator {
  @Option(names = "--hosts", required = true, paramLabel = "N", description = "Hosts.")
  private int hosts;

  @Option(
      names = "--processes",
      required = true,
      paramLabel = "N",
      description = "Number of processes, or GPUs, per host.")
  private int processes;

  @Option(
      names = "--remotes",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Number of processes on another host to which each is connected; 1 with rails. "
              + "Default: all.")
  private int remotes;

  @Option(
      names = "--per-connection",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of QPs per connection (NCCL_IB_QPS_PER_CONNECTION). Default: 1.")
  private int perConnection;

  @Option(
      names = "--depth",
      defaultValue = "128",
      paramLabel = "N",
      description = "Number of entries of each send and receive queue. Default: 128.")
  private int depth;

  @Override
  Calculation calculate() {
    int peers = remotes == 0 ? processes : remotes;
    MeshQueuePairs mesh = new MeshQueuePairs(hosts, processes, peers, perConnection);
    return Calculation.of(
            name(),
            "queue pairs of %s with %s each"
                .formatted(CountedNoun.of(hosts, "host"), CountedNoun.of(processes, "process")))
        .input("hosts", "hosts", hosts)
        .input("processes", "processes per host", processes)
        .input("remotes", "connected processes per other host", peers)
        .input("perConnection", "QPs per connection", perConnection)
        .input("depth", "entries per queue", depth)
        .formula("QPs of a host = processes x (hosts - 1) x remotes x QPs per connection")
        .formula("context = 232 B per QP as mlx5 drivers pass it to the NIC; entry = 64 B")
        .formula("datagrams: one QP per process and QP of a connection, independent of the hosts")
        .count("queuePairs", "QPs per host", mesh.perHost())
        .bytes("contextBytes", "their contexts", mesh.contextBytes())
        .bytes("queueBytes", "their queues, in host memory", mesh.queueBytes(depth))
        .bytes("datagramContextBytes", "contexts with datagrams", mesh.datagramContextBytes())
        .note(
            "The NIC's other state per QP, and the number of cached contexts, are not "
                + "public. Two ConnectX-6 fell from 83 to 21 million READs per second between 32 "
                + "and 4,096 QPs (WRITE: 123 to 111).")
        .source("Linux, include/linux/mlx5/mlx5_ifc.h: mlx5_ifc_qpc_bits is 0x740 bits");
  }
}
