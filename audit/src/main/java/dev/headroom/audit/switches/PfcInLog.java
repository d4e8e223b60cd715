package dev.headroom.audit.switches;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What SONiC's daemons log of priority flow control: storms, or pauses of a class that is not
 * lossless here.
 */
final class PfcInLog extends HostRule {
  private static final String NEEDS = "/var/log/syslog of SONiC";
  private static final String SOURCE =
      "sonic-net/sonic-swss, orchagent/pfcwdorch.cpp, pfcactionhandler.cpp";

  private final Pattern pattern;
  private final String what;
  private final String advice;

  private PfcInLog(Card card, String pattern, String what, String advice) {
    super(card);
    this.pattern = Pattern.compile(pattern);
    this.what = what;
    this.advice = advice;
  }

  static HostRule storms() {
    return new PfcInLog(
        Card.warning("switch.pfc-storms-in-log")
            .title("the PFC watchdog logged no storm")
            .needs(NEEDS)
            .cause(
                "Somebody paused a queue for so long that the watchdog took the class out of service: its packets"
                    + " are dropped until the pauses end.")
            .modes(30)
            .source(SOURCE),
        "PFC Watchdog detected PFC storm on port (?<port>\\S+?), queue index (?<queue>\\d+)",
        "the PFC watchdog saw storms at ",
        "find who pauses: the host behind that port, by its tx_prioN_pause; show pfcwd stats tells whether it goes on");
  }

  static HostRule lossy() {
    return new PfcInLog(
        Card.warning("switch.pfc-on-lossy")
            .title("nobody pauses a class that is not lossless on the switch")
            .needs(NEEDS)
            .cause(
                "The host behind the port has PFC on for a priority that the switch treats as lossy: the switch takes no heed of"
                    + " these pauses, and of the same class it drops what it has no room for.")
            .modes(28)
            .source(SOURCE + "; sonic-net/sonic-buildimage#5910"),
        "Got PFC \\d+ frame\\(s\\) on lossy queue (?<queue>\\d+) port (?<port>\\S+)",
        "pauses arrive for lossy queues at ",
        "compare PFC's priorities of the host (mlnx_qos) with pfc_enable of the port (show pfc priority)");
  }

  @Override
  protected boolean concerns(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    List<Fact> lines =
        host.facts().subjects(Thing.EVENT).stream()
            .flatMap(event -> host.facts().all(event, "sonic").stream())
            .toList();
    SequencedSet<String> queues = new LinkedHashSet<>();
    List<Evidence> seen = new ArrayList<>();
    for (Fact line : lines) {
      Matcher said = pattern.matcher(line.value());
      if (said.find()) {
        queues.add(said.group("port") + ":" + said.group("queue"));
        seen.add(line.evidence());
      }
    }
    if (!queues.isEmpty()) {
      to.find(host.name(), "", what + SwitchRule.some(List.copyOf(queues)))
          .seen(seen)
          .fix(() -> Fix.advice(advice))
          .report();
    } else if (!lines.isEmpty()) {
      to.pass();
    } else if (SwitchQos.of(host).isPresent()) {
      to.needs(host.name(), NEEDS);
    } else {
      to.notHere(host.name(), "it is not a switch that runs SONiC");
    }
  }
}
