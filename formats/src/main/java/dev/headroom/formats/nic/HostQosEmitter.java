package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Emission of a NIC's QoS by one tool: its MTU, lossless priorities, shares of traffic classes,
 * priorities of DSCPs, and the traffic class byte of RDMA, each a step with its check, its undo and
 * the unit that makes it last.
 */
public final class HostQosEmitter {
  private final QosRequest request;
  private final HostQosTool tool;
  private final List<DeviceChange> changes = new ArrayList<>();
  private final List<EmittedStep> steps = new ArrayList<>();

  private HostQosEmitter(QosRequest request) {
    this.request = request;
    tool = request.tool();
  }

  /**
   * Emission for one NIC.
   *
   * @param current the host's facts; empty to write all of it
   */
  public static Emission emit(HostQosTool tool, WantedNic wanted, Optional<HostFacts> current) {
    return new HostQosEmitter(QosRequest.of(tool, wanted, current)).emission();
  }

  private Emission emission() {
    LosslessPriorities pauses = new LosslessPriorities(request);
    add(EmitStep.LINK, InterfaceMtu.of(request), InterfaceMtu.CHECK);
    add(EmitStep.PAUSE, pauses.begun(), tool.check());
    add(EmitStep.SCHEDULING, TrafficClassShares.of(request), tool.check());
    add(EmitStep.CLASSES, DscpPriorities.of(request), tool.check());
    add(EmitStep.CONTROL, RdmaTrafficClass.of(request), RdmaTrafficClass.CHECK);
    add(EmitStep.RETIREMENT, pauses.ended(), tool.check());
    return new Emission(
        request.wanted().host(),
        tool.word(),
        changes,
        steps,
        steps.isEmpty() ? List.of() : HostQosNotes.of(request, changes));
  }

  private void add(EmitStep step, QosPart part, String check) {
    changes.addAll(part.changes());
    if (part.lines().isEmpty()) {
      return;
    }
    List<String> commands = part.lines().stream().map(QosLine::command).toList();
    steps.add(
        new EmittedStep(
            step,
            commands.stream()
                .map(each -> new StatementEdit(tool.word(), each, List.of(), "", false))
                .toList(),
            commands,
            List.of(StatementForm.fill(check, request.names()).orElse(check).split("\n")),
            part.lines().reversed().stream().flatMap(each -> each.undo().stream()).toList(),
            List.of(unit(step, part.lasting())),
            warnings(step, part.lines())));
  }

  private List<String> warnings(EmitStep step, List<QosLine> lines) {
    List<String> warnings = new ArrayList<>();
    if (step == EmitStep.LINK) {
      warnings.add("a change of the MTU may drop the link");
    }
    List<String> kept =
        lines.stream().filter(line -> line.undo().isEmpty()).map(QosLine::command).toList();
    if (request.isKnown() && !kept.isEmpty()) {
      warnings.add(
          "its undo does not take back %s%s: no input shows what was there"
              .formatted(
                  kept.getFirst(), kept.size() > 1 ? " and " + (kept.size() - 1) + " more" : ""));
    }
    return warnings;
  }

  /** The unit of what is lossless at the end replaces that of the time in between. */
  private EmittedFile unit(EmitStep step, List<UnitCommand> commands) {
    EmitStep of = step == EmitStep.RETIREMENT ? EmitStep.PAUSE : step;
    return SettingsUnit.of(
        tool.word() + "-" + of.key(),
        tool.word() + " settings",
        request.wanted().nic().netdev(),
        commands);
  }
}
