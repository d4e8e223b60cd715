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

/** Lossless queues that the watchdog does not look after, or others that it does. */
final class PfcWatchdog extends SwitchRule {
  PfcWatchdog() {
    super(
        Card.warning("switch.pfc-watchdog")
            .title("the PFC watchdog looks after the lossless queues")
            .needs(ANY)
            .cause(
                "A lossless queue without the watchdog stays paused for ever when a storm or a"
                    + " deadlock holds it; one with the watchdog and without PFC can be dropped for"
                    + " nothing.")
            .modes(29)
            .source(
                SwitchRules.SONIC
                    + ", PORT_QOS_MAP; EOS, priority-flow-control pause watchdog; NX-OS,"
                    + " priority-flow-control watch-dog-interval; edge-core/sonic-buildimage PR 689;"
                    + " article S4:83"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, Judgement to) {
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    boolean any = false;
    for (String port : qos.ports()) {
      Known<SortedSet<Integer>> pfc = qos.lossless(port);
      Known<SortedSet<Integer>> watched = qos.watched(port);
      if (!pfc.isSaid() || pfc.get().isEmpty() || (!watched.isSaid() && !qos.tellsWatchdog())) {
        continue;
      }
      any = true;
      if (watched.isSaid() && watched.get().equals(pfc.get())) {
        to.pass();
      } else {
        wrong.add(port);
        seen.addAll(SwitchQos.seen(pfc, watched));
      }
    }
    if (!any) {
      to.needs(host.name(), "ports with PFC, and what the PFC watchdog is set to");
    } else if (!wrong.isEmpty()) {
      to.find(host.name(), "", what(qos) + some(wrong))
          .seen(seen.stream().distinct().toList())
          .fix(() -> Fix.advice(fix(qos)))
          .report();
    }
  }

  private static String what(SwitchQos qos) {
    return qos instanceof Sonic sonic && sonic.namesWatched()
        ? "pfcwd_sw_enable is not pfc_enable on "
        : "the PFC watchdog does not look after the priorities with PFC on ";
  }

  private static String fix(SwitchQos qos) {
    return switch (qos) {
      case Eos _ -> "priority-flow-control pause watchdog default timeout 0.2";
      case Nxos _ -> "priority-flow-control watch-dog-interval on";
      case EnterpriseSonic _ ->
          "priority-flow-control watchdog on detect-time 200, and watchdog action drop, at each of these interfaces";
      case Nvue _ -> "nv set interface PORT qos pfc-watchdog state enable; nv config apply";
      case Sonic sonic when sonic.hasAny("PFC_WD") ->
          "pfcwd start --action drop PORT 200 --restoration-time 400, on each of these ports";
      default ->
          "sonic-db-cli CONFIG_DB HSET 'PORT_QOS_MAP|PORT' pfcwd_sw_enable 3,4 with the priorities of pfc_enable, for each of these ports, then config save; not config qos reload, which makes these tables anew from the platform's templates";
    };
  }
}
