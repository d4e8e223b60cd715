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
  private static final String NEEDS =
      "sfputil show eeprom -d (SONiC), show interfaces transceiver (EOS, NX-OS)";
  private static final Pattern FLAG =
      Pattern.compile("module\\.lane-(\\d{1,2})-rx-(?:loss-of-signal|los)");
  private static final Pattern LOST = Pattern.compile("(?i)on|true|yes");
  private static final Pattern POWER = Pattern.compile("module\\.(?:lane-(\\d{1,2})-)?rx-power");

  /** Switches print this, or less, where a receiver measures nothing; dBm. */
  private static final double DARK = -30;

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
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      List<Fact> flags = host.facts().firstFactsOf(port, key -> FLAG.matcher(key).matches());
      if (!flags.isEmpty()) {
        any = true;
        judge(host, port, flags, to);
        continue;
      }
      List<Fact> powers = host.facts().firstFactsOf(port, key -> POWER.matcher(key).matches());
      if (powers.stream().anyMatch(SwitchDarkLanes::isMeasured)) {
        any = true;
        judgePower(host, port, powers, to);
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

  /** One value may stand for all lanes. */
  private static void judgePower(
      HostFacts host, Subject port, List<Fact> powers, FindingCollector to) {
    List<Fact> measured = powers.stream().filter(SwitchDarkLanes::isMeasured).toList();
    List<Fact> dark = measured.stream().filter(each -> power(each) <= DARK).toList();
    if (dark.isEmpty()) {
      to.pass();
      return;
    }
    boolean all = dark.size() == measured.size();
    to.finding(
            host.name(),
            port.name(),
            all
                ? "its module receives no light (%s dBm)".formatted(dark.getFirst().value())
                : "its module receives no light on " + lanes(dark))
        .severity(all ? Severity.INFO : Severity.WARNING)
        .addEvidence(dark.stream().map(Fact::evidence).distinct().toList())
        .fix(() ->
            Fix.advice(
                "if the port should be connected, check that the remote port is enabled; clean "
                    + "both ends of the fiber and try another one"))
        .report();
  }

  private static boolean isMeasured(Fact power) {
    return power.value().strip().matches("-?\\d{1,3}(?:\\.\\d{1,4})?");
  }

  private static double power(Fact power) {
    return Double.parseDouble(power.value().strip());
  }

  private static String lanes(List<Fact> dark) {
    List<String> numbers = new ArrayList<>();
    for (Fact flag : dark) {
      Matcher lane = FLAG.matcher(flag.key());
      Matcher power = POWER.matcher(flag.key());
      if (lane.matches()) {
        numbers.add(lane.group(1));
      } else if (power.matches() && power.group(1) != null) {
        numbers.add(power.group(1));
      }
    }
    return (numbers.size() == 1 ? "lane " : "lanes ") + String.join(", ", numbers);
  }
}
