package dev.headroom.audit.switches;

import dev.headroom.audit.Rule;
import dev.headroom.audit.host.MachineLogRule;
import dev.headroom.audit.host.StatusRule;
import dev.headroom.audit.rulefile.RuleFile;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** All rules about switches and links. */
public final class SwitchRules {
  private SwitchRules() {}

  public static List<Rule> all() {
    List<Rule> rules =
        List.of(
            new PfcWatchdog(),
            new PfcNotInForce(),
            new PfcStorms(),
            PfcLogEvents.storms(),
            PfcLogEvents.lossy(),
            new PortDrops(),
            new ErrDisabledPort(),
            new LosslessWithoutEcn(),
            new EcnOff(),
            new FlatMarkingCurve(),
            new NoHeadroom(),
            new HeadroomBelowCable(),
            new DscpNotLossless(),
            new PriorityGroupMismatch(),
            new EcnBeforePfc(),
            new LinkClassMismatch(),
            new LinkPfcMismatch(),
            new LinkMtuMismatch(),
            new LosslessMtu(),
            new CnpQueue(),
            new UndefinedNames(),
            new UnusedSettings(),
            new IncompletePfc(),
            new ClassQueueMismatch(),
            new MarkingProbability(),
            new MarkingBeyondBuffer(),
            new PauseCounters(),
            new QueueUse(),
            new HeadroomWatermark());
    return Stream.of(
            rules,
            RuleFile.builtIn(SwitchRules.class, "port-status.yaml", StatusRule.KIND),
            RuleFile.builtIn(SwitchRules.class, "log.yaml", MachineLogRule.KIND))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Curves of queues that RDMA may use: those of lossless classes; where no port has such a class,
   * all that mark.
   */
  static List<WredCurve> marking(SwitchQos qos) {
    boolean lossless =
        qos.ports().set().stream()
            .anyMatch(port -> port.lossless().matches(classes -> !classes.isEmpty()));
    List<WredCurve> curves = lossless ? qos.marking().lossless() : qos.marking().curves();
    return curves.stream().filter(curve -> mayMark(qos, curve)).distinct().toList();
  }

  /** Whether a curve has an effect on RDMA, as far as anything tells. */
  static boolean mayMark(SwitchQos qos, WredCurve curve) {
    Collection<ReportedValue<Boolean>> listed = qos.marking().listed().values();
    return !curve.marks().equalTo(false)
        && (listed.isEmpty() || listed.stream().anyMatch(marks -> marks.equalTo(true)));
  }
}
