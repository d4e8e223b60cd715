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

/** Rule that reports a GPU whose power limit is set well below its default. */
final class GpuPowerLimit extends HostRule {
  private static final String NEEDS = "nvidia-smi -q -d POWER";

  /** Limits in force, as the versions of nvidia-smi print them; not of the whole module. */
  private static final Pattern LIMIT =
      Pattern.compile(
          "(?:gpu-)?power-readings\\.(?:current-|enforced-)?power-limit"
              + "|nvidia-smi\\.query\\.(?:enforced\\.)?power\\.limit(?:-w)?");

  private static final Pattern DEFAULT =
      Pattern.compile(
          "(?:gpu-)?power-readings\\.default-power-limit"
              + "|nvidia-smi\\.query\\.power\\.default-limit(?:-w)?");

  private static final Pattern WATTS = Pattern.compile("(\\d{1,5}(?:\\.\\d{1,3})?)(?: W)?");

  /** Sites save power with limits slightly below the default, at little cost. */
  private static final double LEAST = 0.8;

  GpuPowerLimit() {
    super(
        RuleInfo.warning("gpu.power-limit-low")
            .title("power limits of GPUs are at 80 % of their default or more")
            .inputs(NEEDS)
            .cause(
                "Under load the GPU lowers its clocks until it stays below the limit. Programs "
                    + "that compute on all of it slow down, and all other ranks wait for it in "
                    + "each collective.")
            .source("nvidia-smi(1), Power Readings, --power-limit"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject gpu : host.facts().subjects(SubjectKind.GPU)) {
      Optional<Fact> limit = first(host, gpu, LIMIT);
      Optional<Fact> usual = first(host, gpu, DEFAULT);
      double watts = limit.map(GpuPowerLimit::watts).orElse(0.0);
      double most = usual.map(GpuPowerLimit::watts).orElse(0.0);
      if (limit.isEmpty() || usual.isEmpty() || watts == 0 || most == 0) {
        continue;
      }
      any = true;
      if (watts >= LEAST * most) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              "GPU " + gpu.name(),
              String.format(
                  Locale.ROOT, "its power limit is %.0f W; the default is %.0f W", watts, most))
          .addEvidence(List.of(limit.get().evidence(), usual.get().evidence()))
          .fix(() ->
              Fix.advice(
                  String.format(
                      Locale.ROOT,
                      "nvidia-smi -i %s -pl %.0f, where rack and cooling allow it; look for the "
                          + "service that sets the limit at boot",
                      gpu.name(),
                      most)))
          .report();
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

  private static double watts(Fact fact) {
    Matcher number = WATTS.matcher(fact.value().strip());
    return number.matches() ? Double.parseDouble(number.group(1)) : 0;
  }
}
