package dev.headroom.audit.container;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Rule about pods that request a resource and lack the settings that it needs. */
final class PodRule extends HostRule {
  static final String MANIFEST = "kubectl get pod -o yaml";

  private static final String CLAIMS =
      "the devices that the pods' resource claims request: kubectl get "
          + "resourceclaimtemplates,resourceclaims -o yaml";

  private final Function<PodFacts, Optional<Evidence>> asks;
  private final Predicate<PodFacts> has;
  private final String what;
  private final String advice;
  private final boolean allowsDeviceClaim;

  /**
   * A rule about manifests.
   *
   * @param asks the line that makes the rule concern a pod
   * @param has whether the pod has what goes with it
   */
  PodRule(
      RuleInfo ruleInfo,
      Function<PodFacts, Optional<Evidence>> asks,
      Predicate<PodFacts> has,
      String what,
      String advice) {
    this(ruleInfo, asks, has, what, advice, false);
  }

  private PodRule(
      RuleInfo ruleInfo,
      Function<PodFacts, Optional<Evidence>> asks,
      Predicate<PodFacts> has,
      String what,
      String advice,
      boolean mayBeClaimed) {
    super(ruleInfo);
    this.asks = asks;
    this.has = has;
    this.what = what;
    this.advice = advice;
    this.allowsDeviceClaim = mayBeClaimed;
  }

  /** The same about something that a claim for devices may bring, which the pod does not show. */
  PodRule orDeviceClaim() {
    return new PodRule(info(), asks, has, what, advice, true);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<PodFacts> pods = PodFacts.of(host);
    if (pods.isEmpty()) {
      to.notApplicable(host.name(), "no pod manifest was read (" + MANIFEST + ")");
      return;
    }
    for (PodFacts pod : pods) {
      Optional<Evidence> line = asks.apply(pod);
      if (line.isEmpty()) {
        continue;
      }
      if (has.test(pod)) {
        to.pass();
      } else if (pod.claims().isPresent() && allowsDeviceClaim) {
        to.missingInput(host.name(), CLAIMS);
      } else {
        to.finding(host.name(), "pod " + pod.name(), what)
            .addEvidence(line.get())
            .fix(() -> Fix.advice(advice))
            .report();
      }
    }
  }
}
