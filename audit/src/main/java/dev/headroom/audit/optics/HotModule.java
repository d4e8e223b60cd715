package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports a module at its temperature limit, its own or that of its kind. */
final class HotModule extends HostRule {
  private static final String TEMPERATURE = "module.module-temperature";

  /** Of the case of a commercial module, degrees Celsius. */
  private static final double MOST = 70;

  private static final Pattern DEGREES =
      Pattern.compile("\\s*(-?\\d{1,3}(?:\\.\\d{1,6})?)\\s*degrees C\\b.*");

  HotModule() {
    super(
        RuleInfo.warning("optics.hot")
            .title("transceivers stay below their maximum temperature")
            .inputs(TransceiverConstants.COMMAND)
            .cause(
                "Heat causes bit errors, then link flaps, and shortens a laser's life. Some "
                    + "modules shut down. The limit is the module's own warning threshold, or 70 "
                    + "C for a commercial module.")
            .source("OSFP MSA, case temperature classes; CMIS 5.2, 8.9; article S2:269"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
      ReportedValue<String> said = host.facts().text(netdev, TEMPERATURE);
      OptionalDouble now = degrees(said);
      if (now.isEmpty()) {
        continue;
      }
      any = true;
      double most = limit(host.facts(), netdev);
      if (now.getAsDouble() < most || hasTemperatureAlarm(host.facts(), netdev)) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              netdev.name(),
              "its module is at %.1f C; the maximum is %.0f C".formatted(now.getAsDouble(), most))
          .addEvidence(said.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "check the air flow: fans, blanking panels, cables that block it; then replace "
                      + "the module"))
          .report();
    }
    if (!any) {
      to.missingInput(host.name(), TransceiverConstants.COMMAND);
    }
  }

  private static double limit(FactSet facts, Subject netdev) {
    for (String threshold : new String[] {"-high-warning-threshold", "-high-alarm-threshold"}) {
      OptionalDouble own = degrees(facts.text(netdev, TEMPERATURE + threshold));
      if (own.isPresent() && own.getAsDouble() > 0) {
        return own.getAsDouble();
      }
    }
    return MOST;
  }

  /** Then {@link ModuleAlarms} has it. */
  private static boolean hasTemperatureAlarm(FactSet facts, Subject netdev) {
    return ModuleFlags.of(facts.firstFactsOf(netdev, ModuleFlags::isFlagOrPower)).raised().stream()
        .map(Fact::key)
        .anyMatch(key -> key.startsWith(TEMPERATURE + "-high"));
  }

  private static OptionalDouble degrees(ReportedValue<String> said) {
    Matcher matcher = DEGREES.matcher(said.orElse(""));
    return matcher.matches()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
        : OptionalDouble.empty();
  }
}
