package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.DevlinkHealthReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports health reporters of NICs that are in error, or that saw errors. */
final class DevlinkHealth extends HostRule {
  private static final String NEEDS = "devlink health show";
  private static final String STATE = ".state";
  private static final Pattern OF_PORT = Pattern.compile("port-(\\d+)\\.(\\w+)");

  DevlinkHealth() {
    super(
        RuleInfo.error("link.devlink-health")
            .title("the health reporters of NICs are healthy")
            .inputs(NEEDS)
            .cause(
                "The driver watches firmware, queues and the port of the NIC. A reporter in state "
                    + "error did not recover: the part does not work, as after a fatal firmware "
                    + "error. Recovered errors interrupted traffic for up to seconds.")
            .source(
                "Linux Documentation/networking/devlink/devlink-health.rst, mlx5.rst; "
                    + "devlink-health(8)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject device : host.facts().subjects(SubjectKind.PCI, DevlinkHealthReader.PREFIX)) {
      List<Fact> states =
          host.facts()
              .firstFactsOf(
                  device, key -> key.startsWith(DevlinkHealthReader.PREFIX) && key.endsWith(STATE));
      any |= !states.isEmpty();
      states.forEach(state -> judge(host, device, state, to));
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  private void judge(HostFacts host, Subject device, Fact state, FindingCollector to) {
    String prefix = state.key().substring(0, state.key().length() - STATE.length());
    String reporter = prefix.substring(DevlinkHealthReader.PREFIX.length());
    ReportedValue<Long> errors = host.facts().number(device, prefix + ".error");
    ReportedValue<Long> recovered = host.facts().number(device, prefix + ".recover");
    boolean healthy = state.value().equals("healthy");
    if (healthy && errors.orElse(0L) == 0) {
      to.pass();
      return;
    }
    String counts =
        errors.isReported() && recovered.isReported()
            ? " (errors: %d, recovered: %d)".formatted(errors.get(), recovered.get())
            : "";
    to.finding(
            host.name(),
            device.name(),
            (healthy
                        ? "devlink's health reporter %s saw errors since the driver was loaded"
                        : "devlink's health reporter %s is in state " + state.value())
                    .formatted(reporter)
                + counts)
        .severity(healthy ? Severity.INFO : info().severity())
        .addEvidence(List.of(state.evidence()))
        .fix(() -> Fix.advice(advice(device.name(), reporter)))
        .report();
  }

  /** The reporter of a port has the number of the port before its name. */
  private static String advice(String device, String reporter) {
    Matcher ofPort = OF_PORT.matcher(reporter);
    String which =
        ofPort.matches()
            ? "pci/%s/%s reporter %s".formatted(device, ofPort.group(1), ofPort.group(2))
            : "pci/%s reporter %s".formatted(device, reporter);
    return "devlink health diagnose %s shows the error; then devlink health recover, or drain the "
            .formatted(which)
        + "node, reset the NIC (mlxfwreset) and update its firmware";
  }
}
