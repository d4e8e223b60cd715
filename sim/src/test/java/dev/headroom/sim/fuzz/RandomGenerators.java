package dev.headroom.sim.fuzz;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.workload.WorkloadSite;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/** Flows of the generators that are asked for by name: rings, permutations, incast, arrivals. */
final class RandomGenerators {
  private static final String SIZES = "1B=10%,300B=50%,20KB=100%";

  private final Dice dice;
  private final WorkloadSite site;
  private final Budget budget;
  private final int hosts;

  RandomGenerators(Dice dice, WorkloadSite site, Budget budget) {
    this.dice = dice;
    this.site = site;
    this.budget = budget;
    hosts = site.hosts().size();
  }

  FlowProgram flows() {
    FlowProgram flows = drawn();
    while (flows.flows() > Budget.MOST_FLOWS) {
      flows = drawn();
    }
    return flows;
  }

  private FlowProgram drawn() {
    return switch (dice.between(0, 6)) {
      case 0, 1, 2 -> ring(dice.pick("all-reduce", "all-gather", "reduce-scatter"));
      case 3 -> allToAll();
      case 4 -> permutation();
      case 5 -> incast();
      default -> poisson();
    };
  }

  private Size each(long flows) {
    return new Size(Math.max(1, budget.bytes() / flows - (dice.oneIn(4) ? 1 : 0)));
  }

  private Time start() {
    return new Time(dice.anyScale(1_000, budget.horizonPs()));
  }

  /** All hosts, or all but one. */
  private String some() {
    return hosts > 2
        ? String.join(",", site.hosts().subList(1, hosts))
        : String.join(",", site.hosts());
  }

  private FlowProgram ring(String kind) {
    return new ToldWorkload(dice, kind)
        .set("size", each(2L * hosts))
        .maybe("channels", 1, 2, 3)
        .maybe("repeat", 1, 2)
        .maybe("order", "shuffled")
        .seldom("hosts", some())
        .seldom("start", start())
        .on(site);
  }

  private FlowProgram allToAll() {
    return new ToldWorkload(dice, "all-to-all")
        .set("size", each((long) hosts * hosts))
        .maybe("concurrent", 1, 2)
        .seldom("hosts", some())
        .seldom("start", start())
        .on(site);
  }

  private FlowProgram permutation() {
    return new ToldWorkload(dice, "permutation")
        .set("size", each(hosts))
        .maybe("shift", 1)
        .maybe("queuePairs", 1, 2, 7)
        .seldom("hosts", some())
        .seldom("start", start())
        .on(site);
  }

  private FlowProgram incast() {
    ToldWorkload told = new ToldWorkload(dice, "incast").set("size", each(2L * hosts));
    if (dice.oneIn(2)) {
      told.set("receiver", dice.pick(site.hosts()));
    } else {
      told.seldom("hosts", some());
    }
    return told.seldom("fanIn", 1)
        .maybe("senders", "random")
        .maybe("flowsPerSender", 1, 2, 3)
        .maybe("stagger", "300ns", "20us")
        .seldom("start", start())
        .on(site);
  }

  private FlowProgram poisson() {
    boolean small = budget.bytes() < 20_000_000;
    return new ToldWorkload(dice, "poisson")
        .set("load", dice.pick("0.05", "0.3", "0.9"))
        .set("sizes", small ? each(200) : dice.pick("GoogleRPC", "FB_Hadoop", SIZES))
        .set("duration", new Time(dice.anyScale(1_000_000, 20_000_000)))
        .seldom("hosts", some())
        .seldom("start", start())
        .on(site);
  }
}
