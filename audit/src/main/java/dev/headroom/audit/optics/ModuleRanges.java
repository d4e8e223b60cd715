package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports module readings outside the range that mlxlink prints beside them. */
final class ModuleRanges extends HostRule {
  private static final String MODULE = "mlxlink -d DEVICE -m";

  /** {@code 1.8,-12.4,1.9 [-9.1..6]}. */
  private static final Pattern READING =
      Pattern.compile("\\s*(-?[\\d.]+(?:,-?[\\d.]+)*)\\s*\\[(-?[\\d.]+)\\.\\.(-?[\\d.]+)\\]\\s*");

  ModuleRanges() {
    super(
        RuleInfo.warning("optics.out-of-range")
            .title("temperature and optical power of transceivers are within their limits")
            .inputs(MODULE)
            .cause(
                "Weak light on one lane, or heat, reduces the link's margin. FEC corrects more "
                    + "and more errors until packets are lost, then the link flaps.")
            .source("NVIDIA, mlxlink utility; CMIS 5.2, 8.9"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject device : host.subjectsOfTool("mlxlink")) {
      List<String> out = new ArrayList<>();
      List<Evidence> seen = new ArrayList<>();
      boolean read = false;
      for (Fact fact :
          host.facts().firstFactsOf(device, key -> key.startsWith("mlxlink.module."))) {
        Matcher reading = READING.matcher(fact.value());
        if (!reading.matches()) {
          continue;
        }
        read = true;
        if (isOut(reading)) {
          out.add(
              fact.key().substring("mlxlink.module.".length()).replace('-', ' ')
                  + " "
                  + fact.value().strip());
          seen.add(fact.evidence());
        }
      }
      any |= read;
      if (!out.isEmpty()) {
        to.finding(host.name(), device.name(), String.join("; ", out))
            .addEvidence(seen)
            .fix(() ->
                Fix.advice(
                    "clean both ends and reseat; if a lane stays weak, replace module or fiber"))
            .report();
      } else if (read) {
        to.pass();
      }
    }
    if (!any) {
      to.missingInput(host.name(), MODULE);
    }
  }

  private static boolean isOut(Matcher reading) {
    double low = number(reading.group(2));
    double high = number(reading.group(3));
    for (String each : reading.group(1).split(",")) {
      double value = number(each);
      if (low < high && (value < low || value > high)) {
        return true;
      }
    }
    return false;
  }

  private static double number(String text) {
    return text.matches("-?\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(text) : Double.NaN;
  }
}
