package dev.headroom.run.figures;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Log lines of NCCL for a failed queue pair: {@code ncclIbLogCompletionWithError} of NCCL 2.30.7
 * (src/transport/net_ib/p2p.cc), with the status that verbs have for it and mlx5's syndrome, 129
 * and 135, or that of {@link MemoryErrors}.
 */
public final class NcclErrors {
  private static final Set<String> WORKLOADS = Set.of("nccl", "training", "steps", "graph");

  private NcclErrors() {}

  /**
   * A line for each of the first flows in error; empty where the workload is not NCCL's, or the
   * transport has no queue pairs.
   */
  public static List<String> lines(
      Scenario scenario, List<UnfinishedFlow> unfinishedFlow, int most) {
    List<String> lines = new ArrayList<>();
    for (UnfinishedFlow flow : unfinishedFlow) {
      if (lines.size() == most) {
        break;
      }
      status(flow.reason())
          .filter(status -> isOfNccl(scenario, flow.flow()))
          .flatMap(status -> line(scenario, flow.flow(), status))
          .ifPresent(lines::add);
    }
    return List.copyOf(lines);
  }

  /** Whether NCCL posted a flow, on a queue pair. */
  private static boolean isOfNccl(Scenario scenario, int flow) {
    FlowProgram flows = scenario.flows();
    int part = flows.part(flow);
    FlowProgram own =
        flows instanceof CombinedFlowProgram combinedFlowProgram
            ? combinedFlowProgram.parts().get(part)
            : flows;
    return WORKLOADS.contains(own.recipe().kind())
        && scenario.ofPart(part).settings().get(TransportKnobs.TRANSPORT).hasQueuePairs();
  }

  private static Optional<String> status(String why) {
    if (why.startsWith("transport retry counter exceeded")) {
      return Optional.of("status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0) vendor_err=129");
    }
    if (why.startsWith("RNR retry counter exceeded")) {
      return Optional.of(
          "status=IBV_WC_RNR_RETRY_EXC_ERR(13) opcode=IBV_WC_SEND(0) vendor_err=135");
    }
    return MemoryErrors.of(why)
        .map(error ->
            "status=%s(%d) opcode=IBV_WC_SEND(0) vendor_err=%d"
                .formatted(error.status(), error.number(), error.syndrome()));
  }

  private static Optional<String> line(Scenario scenario, int flow, String status) {
    Optional<Nic> own = nic(scenario, scenario.flows().source(flow));
    Optional<Nic> peer = nic(scenario, scenario.flows().destination(flow));
    if (own.isEmpty() || peer.isEmpty()) {
      return Optional.empty();
    }
    String gids =
        own.get().infiniband()
            ? ""
            : " localGid ::ffff:%s remoteGids::ffff:%s"
                .formatted(own.get().ipv4(), peer.get().ipv4());
    return Optional.of(
        "%s [%d] NCCL WARN NET/IB: Got completion from peer %s<0> with %s%s hca %s"
            .formatted(
                own.get().host(),
                own.get().number(),
                peer.get().ipv4(),
                status,
                gids,
                own.get().device()));
  }

  private static Optional<Nic> nic(Scenario scenario, int host) {
    Node node = scenario.fabric().hosts().get(host);
    try {
      return Server.of(scenario, node).nics().stream()
          .filter(nic -> nic.host().equals(node.name()))
          .findFirst();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // the machine has no slot for it: nobody can say what it is called
    }
  }
}
