package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports lanes of a switch's module without received light, by the module's flags. */
final class SwitchDarkLanes extends HostRule {
  private static final String NEEDS = "sfputil show eeprom -d (SONiC)";
  private static final Pattern FLAG =
      Pattern.compile("module\\.lane-(\\d{1,2})-rx-(?:loss-of-signal|los)");
  private static final Pattern LOST = Pattern.compile("(?i)on|true|yes");

  SwitchDarkLanes() {
    super(
        RuleInfo.warning("optics.switch-dark-lane")
            .title("every lane of a switch's module receives light, or none does")
            .inputs(NEEDS)
            .cause(
                "A link needs all of its lanes. If only some receive no light, a fiber of the "
                    + "ribbon is dirty or broken, or a laser at the remote end failed.")
            .source("SFF-8636, 6.2.3; CMIS 5.2, 8.10 (LOS flags); SONiC, sfputil"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      List<Fact> flags = host.facts().firstFactsOf(port, key -> FLAG.matcher(key).matches());
      if (!flags.isEmpty()) {
        any = true;
        judge(host, port, flags, to);
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  private static void judge(HostFacts host, Subject port, List<Fact> flags, FindingCollector to) {
    List<Fact> dark =
        flags.stream().filter(flag -> LOST.matcher(flag.value().strip()).matches()).toList();
    if (dark.isEmpty()) {
      to.pass();
      return;
    }
    boolean unplugged = dark.size() == flags.size() && flags.size() > 1;
    to.finding(
            host.name(),
            port.name(),
            unplugged
                ? "its module receives no light"
                : "its module receives no light on " + lanes(dark))
        .severity(unplugged ? Severity.INFO : Severity.WARNING)
        .addEvidence(dark.stream().map(Fact::evidence).distinct().toList())
        .fix(() ->
            Fix.advice(
                unplugged
                    ? "if the port should be connected, check that the remote port is enabled, "
                        + "and check the cable"
                    : "clean both ends of the fiber and try another fiber; check the remote "
                        + "end's transmit power on that lane"))
        .report();
  }

  private static String lanes(List<Fact> dark) {
    List<String> numbers = new ArrayList<>();
    for (Fact flag : dark) {
      Matcher lane = FLAG.matcher(flag.key());
      if (lane.matches()) {
        numbers.add(lane.group(1));
      }
    }
    return (numbers.size() == 1 ? "lane " : "lanes ") + String.join(", ", numbers);
  }
}
