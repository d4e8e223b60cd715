package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Queues that pause and never mark. */
final class LosslessWithoutEcn extends SwitchRule {
  LosslessWithoutEcn() {
    super(
        Card.error("switch.lossless-without-ecn")
            .title("lossless queues mark before they pause")
            .needs(ANY)
            .cause(
                "Without a WRED profile a lossless queue never marks: DCQCN hears nothing, and pauses"
                    + " are the only brake. They spread to everything behind the port.")
            .modes(25)
            .source(SwitchRules.SONIC + ", QUEUE and WRED_PROFILE; Zhu et al., SIGCOMM 2015"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, Judgement to) {
    if (!qos.tellsMarking() || qos.ports().isEmpty()) {
      to.needs(host.name(), "which priorities of a port have PFC, and how queues mark");
      return;
    }
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    for (String port : qos.ports()) {
      Known<SortedSet<Integer>> pfc = qos.lossless(port);
      for (int priority : pfc.orElse(new TreeSet<>())) {
        if (qos.curve(port, priority).isPresent()) {
          to.pass();
        } else {
          wrong.add(port + "|" + priority);
          seen.addAll(SwitchQos.seen(pfc));
        }
      }
    }
    if (!wrong.isEmpty()) {
      to.find(host.name(), "", "PFC is on and no WRED profile marks: " + some(wrong))
          .seen(seen.stream().distinct().toList())
          .fix(() -> Fix.advice(fix(qos)))
          .report();
    }
  }

  private static String fix(SwitchQos qos) {
    return switch (qos) {
      case Eos _ ->
          "below the tx-queue of the lossless class: random-detect ecn minimum-threshold ... maximum-threshold ... max-mark-probability ...";
      case Nxos _ ->
          "below the lossless queue in the policy-map type queuing: random-detect minimum-threshold ... maximum-threshold ... drop-probability ... weight 0 ecn";
      case EnterpriseSonic _ ->
          "queue N wred-policy POLICY at each of these interfaces, N the lossless queue, with ecn green in that policy";
      case Os10 _ ->
          "give the class of the lossless queue in the policy-map type queuing a random-detect PROFILE, with random-detect ecn in that wred profile";
      case Nvue _ -> "nv set qos congestion-control default-global traffic-class with this class";
      default -> "give these rows of QUEUE the wred_profile of the lossless class";
    };
  }
}
