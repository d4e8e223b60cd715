package dev.headroom.model.scenario;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.Together;
import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.workload.Storage;
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
  static List<Complaint> of(Settings everywhere, List<Settings> parts, FlowProgram flows) {
    List<FlowProgram> programs =
        flows instanceof Together together ? together.parts() : List.of(flows);
    List<Complaint> complaints = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      Settings own = i < parts.size() ? Scenario.ofPart(everywhere, parts.get(i)) : everywhere;
      TransportType transport = own.get(TransportKnobs.TRANSPORT);
      Storage.protocol(programs.get(i))
          .filter(protocol -> protocol.isOfTcp() && transport != TransportType.TCP)
          .ifPresent(protocol ->
              complaints.add(
                  new Complaint(
                      "workload.protocol",
                      "%s is spoken over TCP, and the transport is %s"
                          .formatted(protocol.word(), transport),
                      "transport: tcp (with hosts.stages: ideal), or %s"
                          .formatted(protocol.word().replace("tcp", "rdma")))));
    }
    return complaints;
  }
}
