package dev.headroom.model.scenario;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.StorageWorkload;
import java.util.ArrayList;
import java.util.List;

/** Checks between the hosts' storage protocol and its transport. */
final class StorageChecks {
  private StorageChecks() {}

  /**
   * Whether what is spoken over TCP runs over TCP.
   *
   * @param parts what each entry of a workload that is a list sets for itself; empty where none
   *     sets anything
   */
  static List<KnobConflict> of(Settings everywhere, List<Settings> parts, FlowProgram flows) {
    List<FlowProgram> programs =
        flows instanceof CombinedFlowProgram combinedFlowProgram
            ? combinedFlowProgram.parts()
            : List.of(flows);
    List<KnobConflict> complaints = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      Settings own = i < parts.size() ? Scenario.ofPart(everywhere, parts.get(i)) : everywhere;
      TransportType transport = own.get(TransportKnobs.TRANSPORT);
      StorageWorkload.protocol(programs.get(i))
          .filter(protocol -> protocol.isOfTcp() && transport != TransportType.TCP)
          .ifPresent(protocol ->
              complaints.add(
                  new KnobConflict(
                      "workload.protocol",
                      "%s requires TCP, but the transport is %s"
                          .formatted(protocol.word(), transport),
                      "transport: tcp (with hosts.stages: ideal), or %s"
                          .formatted(protocol.word().replace("tcp", "rdma")))));
    }
    return complaints;
  }
}
