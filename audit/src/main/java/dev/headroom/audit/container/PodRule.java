package dev.headroom.audit.container;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** A rule about pods that ask for something and lack what goes with it. */
final class PodRule extends HostRule {
  static final String MANIFEST = "kubectl get pod -o yaml";

  private final Function<PodFacts, Optional<Evidence>> asks;
  private final Predicate<PodFacts> has;
  private final String what;
  private final String advice;

  /**
   * A rule about manifests.
   *
   * @param asks the line that makes the rule concern a pod
   * @param has whether the pod has what goes with it
   */
  PodRule(
      Card card,
      Function<PodFacts, Optional<Evidence>> asks,
      Predicate<PodFacts> has,
      String what,
      String advice) {
    super(card);
    this.asks = asks;
    this.has = has;
    this.what = what;
    this.advice = advice;
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    List<PodFacts> pods = PodFacts.of(host);
    if (pods.isEmpty()) {
      to.notHere(host.name(), "no pod's manifest was read (" + MANIFEST + ")");
      return;
    }
    for (PodFacts pod : pods) {
      Optional<Evidence> line = asks.apply(pod);
      if (line.isEmpty()) {
        continue;
      }
      if (has.test(pod)) {
        to.pass();
      } else {
        to.find(host.name(), "pod " + pod.name(), what)
            .seen(line.get())
            .fix(() -> Fix.advice(advice))
            .report();
      }
    }
  }
}
