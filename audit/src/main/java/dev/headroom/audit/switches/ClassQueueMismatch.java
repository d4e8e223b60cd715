package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rule that reports a lossless class in another queue than the one that its pauses stop. */
final class ClassQueueMismatch extends SwitchRule {
  ClassQueueMismatch() {
    super(
        RuleInfo.error("switch.class-to-queue")
            .title("pauses of a lossless class stop the queue of that class")
            .inputs(ANY)
            .cause(
                "A pause from the neighbor stops the queue of its priority. If the packets of "
                    + "that class are in another queue, the switch goes on sending them, and the "
                    + "neighbor drops them. The queue that stops is empty or belongs to others.")
            .modes(25, 28)
            .source(
                SwitchSources.SONIC
                    + ", TC_TO_QUEUE_MAP and MAP_PFC_PRIORITY_TO_QUEUE; Cisco, Nexus 9000 QoS"
                    + " configuration guide, network-qos; Juniper, flow-control-queue"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      for (int priority : port.lossless().orElse(new TreeSet<>())) {
        ReportedValue<Long> queue = unlessAbsent(port.queues().traffic().get(priority));
        ReportedValue<Long> paused = unlessAbsent(port.queues().paused().get(priority));
        if (!queue.isReported() || !paused.isReported()) {
          continue;
        }
        any = true;
        if (queue.get().equals(paused.get())) {
          to.pass();
        } else {
          wrong.add(
              "%s|%d in queue %d, pauses stop queue %d"
                  .formatted(port.name(), priority, queue.get(), paused.get()));
          seen.addAll(SwitchQos.evidenceOf(queue, paused));
        }
      }
    }
    if (!wrong.isEmpty()) {
      to.finding(host.name(), "", "lossless classes are in other queues: " + some(wrong))
          .addEvidence(seen.stream().distinct().toList())
          .fix(() ->
              Fix.advice(
                  "map the class and the PFC priority of RDMA to the same queue, with ECN "
                      + "marking"))
          .report();
    } else if (!any) {
      to.missingInput(
          host.name(), "the maps of classes and of PFC priorities to queues, of a port with PFC");
    }
  }

  private static ReportedValue<Long> unlessAbsent(@Nullable ReportedValue<Long> value) {
    return value == null ? ReportedValue.unreported("the queue") : value;
  }
}
