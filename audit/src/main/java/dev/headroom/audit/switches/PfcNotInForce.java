package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PfcStateKeys;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Rule that reports ports whose configured PFC is not in force. */
final class PfcNotInForce extends HostRule {
  private static final String NEEDS =
      "show interface priority-flow-control (NX-OS), show priority-flow-control (EOS), "
          + "show dcb priority-flow-control (Onyx)";
  private static final Pattern ON = Pattern.compile("(?i)on|true|enabled|active|auto");
  private static final Pattern NEGOTIATED = Pattern.compile("(?i)auto");
  private static final int MOST = 8;

  PfcNotInForce() {
    super(
        RuleInfo.warning("switch.pfc-not-in-force")
            .title("configured PFC is in force at each port")
            .inputs(NEEDS)
            .cause(
                "The port has PFC configured, but neither sends nor obeys pauses: it is down, "
                    + "DCBX disagrees with the neighbor, or a part of the configuration is "
                    + "missing. RDMA packets are dropped when buffers fill.")
            .modes(25)
            .source(
                "Cisco, Nexus 9000 QoS configuration guide, Priority Flow Control; Arista, EOS "
                    + "user manual, Data Center Bridging; NVIDIA, Onyx user manual; Dell, OS10"));
  }

  private record State(String mode, String force) {}

  /** Ports in the same state. */
  private record Ports(List<String> names, List<Evidence> seen) {}

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<State, Ports> wrong = new LinkedHashMap<>();
    boolean any = false;
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      ReportedValue<String> mode =
          host.facts()
              .text(port, PfcStateKeys.MODE)
              .orElseReported(host.facts().text(port, "pfc.admin-mode"));
      ReportedValue<String> force =
          host.facts()
              .text(port, PfcStateKeys.IN_FORCE)
              .orElseReported(host.facts().text(port, "pfc.operstatus"));
      if (!isOn(mode) || !force.isReported()) {
        continue;
      }
      any = true;
      if (isOn(force)) {
        to.pass();
      } else {
        Ports ports =
            wrong.computeIfAbsent(
                new State(mode.get().strip(), force.get().strip()),
                _ -> new Ports(new ArrayList<>(), new ArrayList<>()));
        ports.names().add(port.name());
        ports.seen().addAll(SwitchQos.evidenceOf(mode, force));
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
    wrong.forEach((state, ports) -> report(host, state, ports, to));
  }

  private static boolean isOn(ReportedValue<String> word) {
    return word.matches(text -> ON.matcher(text.strip()).matches());
  }

  private void report(HostFacts host, State state, Ports ports, FindingCollector to) {
    boolean negotiated = NEGOTIATED.matcher(state.mode()).matches();
    to.finding(
            host.name(),
            "",
            "PFC is %s by configuration, but %s in operation: %s"
                .formatted(state.mode(), state.force(), SwitchRule.some(ports.names())))
        .severity(negotiated ? Severity.INFO : info().severity())
        .addEvidence(ports.seen().stream().distinct().limit(MOST).toList())
        .fix(() ->
            Fix.advice(
                negotiated
                    ? "if RDMA uses the port, set the mode to on, or repair DCBX at the neighbor"
                    : "check that the port is up, that a no-drop class is configured for it, and "
                        + "that DCBX does not turn PFC off"))
        .report();
  }
}
