package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.switches.SwitchQos.Curve;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Curves of lossless queues that drop packets early instead of marking them. */
final class MarkingOff extends SwitchRule {
  MarkingOff() {
    super(
        Card.error("switch.ecn-off")
            .title("WRED profiles of lossless queues mark instead of dropping")
            .needs(ANY)
            .cause("Without ECN, WRED drops packets early, in a class that is meant to lose none.")
            .modes(25)
            .source(SwitchRules.SONIC + ", WRED_PROFILE"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, Judgement to) {
    if (qos.curves().isEmpty()) {
      to.needs(host.name(), "how queues mark: WRED profiles");
      return;
    }
    for (Curve curve : judged(qos)) {
      if (!curve.marks().isSaid()) {
        to.needs(host.name(), "whether the curve " + curve.name() + " marks");
      } else if (curve.marks().get()) {
        to.pass();
      } else {
        List<Evidence> seen = new ArrayList<>(SwitchQos.seen(curve.marks()));
        to.find(host.name(), curve.name(), "it drops instead of marking")
            .seen(seen)
            .fix(() -> Fix.advice(fix(qos)))
            .report();
      }
    }
  }

  /** Curves that lossless queues use. */
  private static List<Curve> judged(SwitchQos qos) {
    if (qos instanceof Sonic sonic) {
      return sonic.losslessCurves();
    }
    Map<String, Curve> used = new LinkedHashMap<>();
    for (String port : qos.ports()) {
      for (int priority : qos.lossless(port).orElse(new TreeSet<>())) {
        qos.curve(port, priority).ifPresent(curve -> used.put(curve.name(), curve));
      }
    }
    return List.copyOf(used.values());
  }

  private static String fix(SwitchQos qos) {
    return switch (qos) {
      case Eos _ -> "random-detect ecn in place of random-detect drop";
      case Nxos _ -> "write ecn at the end of this random-detect";
      case Os10 _ -> "random-detect ecn in this wred profile";
      case EnterpriseSonic _ -> "ecn green, or ecn all, in this qos wred-policy";
      case Nvue _ -> "nv set qos congestion-control default-global traffic-class ... ecn enable";
      default -> "set ecn to ecn_all or ecn_green in this profile";
    };
  }
}
