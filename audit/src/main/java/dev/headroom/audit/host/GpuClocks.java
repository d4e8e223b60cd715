package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports a GPU that works at less than half of its highest clock. */
final class GpuClocks extends HostRule {
  private static final String NEEDS = "nvidia-smi -q of GPUs that work";

  private static final Pattern CLOCK =
      Pattern.compile("(?:nvidia-smi\\.query\\.)?clocks\\.(?:current\\.)?sm(?:-clock|-mhz)?");

  private static final Pattern HIGHEST =
      Pattern.compile(
          "(?:nvidia-smi\\.query\\.)?(?:max-clocks\\.sm(?:-clock)?|clocks\\.max\\.sm(?:-mhz)?)");

  private static final Pattern IDLE =
      Pattern.compile(
          "(?:nvidia-smi\\.query\\.)?clocks-(?:event|throttle)-reasons\\.(?:clocks-(?:event|throttle)-reason-)?(?:gpu-)?idle");

  private static final Pattern NUMBER = Pattern.compile("(\\d{1,5})(?: MHz)?");

  /** Power limits cost some of the clock under load, and no more than this. */
  private static final double LEAST = 0.5;

  GpuClocks() {
    super(
        RuleInfo.warning("gpu.clocks-low")
            .title("GPUs that work run at more than half of their highest clock")
            .inputs(NEEDS)
            .cause(
                "Heat, a power brake, a locked clock or a fault keeps the clock down. The GPU "
                    + "computes that much more slowly, and all other ranks wait for it in each "
                    + "collective.")
            .source("nvidia-smi(1), Clocks, Max Clocks, Clocks Event Reasons"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject gpu : host.facts().subjects(SubjectKind.GPU)) {
      Optional<Fact> now = first(host, gpu, CLOCK);
      Optional<Fact> highest = first(host, gpu, HIGHEST);
      Optional<Fact> idle = first(host, gpu, IDLE);
      if (now.isEmpty() || highest.isEmpty() || idle.isEmpty()) {
        continue;
      }
      if (!idle.get().value().strip().equals("Not Active")) {
        to.notApplicable(host.name(), "GPU " + gpu.name() + " is idle");
        any = true;
        continue;
      }
      long clock = megahertz(now.get());
      long most = megahertz(highest.get());
      if (clock == 0 || most == 0) {
        continue;
      }
      any = true;
      if (clock >= LEAST * most) {
        to.pass();
      } else {
        to.finding(
                host.name(),
                "GPU " + gpu.name(),
                "it works at %d MHz of %d MHz".formatted(clock, most))
            .addEvidence(List.of(now.get().evidence(), highest.get().evidence()))
            .fix(() ->
                Fix.advice(
                    "nvidia-smi -q -d PERFORMANCE,CLOCK,POWER names the reason: heat or power "
                        + "brake (rule gpu.throttled), a locked clock (nvidia-smi -rgc removes "
                        + "it), or a low power limit"))
            .report();
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  private static Optional<Fact> first(HostFacts host, Subject gpu, Pattern key) {
    return host
        .facts()
        .firstFactsOf(
            gpu, each -> key.matcher(each.toLowerCase(Locale.ROOT).replace('_', '-')).matches())
        .stream()
        .findFirst();
  }

  private static long megahertz(Fact fact) {
    Matcher number = NUMBER.matcher(fact.value().strip());
    return number.matches() ? Long.parseLong(number.group(1)) : 0;
  }
}
