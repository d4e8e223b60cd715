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
            .title("transceivers stay below the temperature they were made for")
            .needs(TransceiverConstants.COMMAND)
            .cause(
                "Heat brings bit errors, then flaps, and shortens a laser's life; some modules shut"
                    + " down by themselves. The limit is the module's own warning, or 70 C of a"
                    + " commercial one.")
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
      if (now.getAsDouble() < most || saysSoItself(host.facts(), netdev)) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              netdev.name(),
              "its module has %.1f C, of %.0f at most".formatted(now.getAsDouble(), most))
          .seen(said.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "see to the air flow: fans, blanked slots, the side that cables block; then change the module"))
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
  private static boolean saysSoItself(FactSet facts, Subject netdev) {
    return ModuleFlags.of(facts.about(netdev)).on().stream()
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
