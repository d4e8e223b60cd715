package dev.headroom.audit.price;

import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.price.ExampleRun.Example;
import dev.headroom.audit.price.ExampleRun.Wanted;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.run.cache.RunCache;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Pricing of findings by simulation. The host is modelled from its facts as they are and as they
 * would be once fixed; where a NIC's settings differ, two hosts with that NIC are run both ways. A
 * finding that changes nothing in the model has no price, and the reason is said.
 *
 * <p>Any number of threads may use one; equal settings are run once.
 */
public final class Pricing {
  private static final Price NO_SETTING =
      new Price.Unknown("the model has no setting for this finding");
  private static final Price NO_TRAFFIC =
      new Price.Unknown(
          "the cost of a switch setting depends on the switch's traffic, which its files do not "
              + "show; headroom convert makes a scenario to measure it");
  private static final Price FEW =
      new Price.Unknown(
          "CNPs are few. In a queue that is not paused, even with lower or equal priority, the "
              + "model shows no difference beyond that of another random seed");
  private static final Price PAUSELESS =
      new Price.Unknown(
          "four crossing incasts behind this switch are not paused for longer: the switch marks "
              + "early enough");
  private static final Price SAME =
      new Price.Unknown(
          "an incast of eight hosts behind this switch has the same result with and without the "
              + "fix; the cost depends on the switch's traffic, and headroom convert makes a "
              + "scenario to measure it");
  private static final Price ENOUGH =
      new Price.Unknown(
          "the hosts of two such leaves reach the same goodput with and without the fix: each "
              + "leaf has enough uplinks for its hosts");
  private static final Price NO_CHANGE =
      new Price.Unknown("the fix does not change the model of this host");
  static final Price ALIKE =
      new Price.Unknown(
          "two hosts like this one reach the same goodput with and without the fix: another "
              + "limit applies first");

  /** The share of a goodput below which two runs are the same. */
  private static final double LEAST = 0.001;

  private static final Price NO_NIC =
      new Price.Unknown(
          "no input shows the host's RDMA NICs; ibv_devinfo, ibstat or lspci -vvv would");
  private static final Price NO_MTU =
      new Price.Unknown("no input shows the active MTU of its ports; ibv_devinfo would");
  private static final Price NO_RATE =
      new Price.Unknown("no input shows the rate of the NIC; ibstat would");
  private static final Price NO_PAUSES =
      new Price.Unknown(
          "the duration of 802.3x pauses is unknown; two readings of ethtool -S with "
              + "rx_global_pause_duration would show it (collect --samples 2)");

  private final ExampleRuns runs;

  /** Findings by which RDMA travels in a class that loses packets, and no longer once fixed. */
  public static final Set<String> LOSSY =
      Set.of("qos.trust", "qos.pfc-off", "qos.dscp-not-lossless", "qos.traffic-class-default");

  private static final String PFC = "pfc.enabled";
  private static final String ECN = "congestion.ecn";

  /** One that runs every example. */
  public Pricing() {
    this(RunCache.none());
  }

  /**
   * One that runs the examples that have not been run before.
   *
   * @param cache of runs
   */
  public Pricing(RunCache cache) {
    this(cache, () -> true);
  }

  /**
   * One that stops when nobody waits for its prices any more: then it throws a {@link
   * java.util.concurrent.CancellationException}.
   *
   * @param cache of runs
   * @param isWanted is asked again and again while an example runs; on any thread
   */
  public Pricing(RunCache cache, BooleanSupplier isWanted) {
    runs = new ExampleRuns(wanted -> ExampleRun.of(wanted, cache, isWanted));
  }

  /**
   * The finding with its price.
   *
   * @param host it is about
   * @param all findings of that host, for where several of a rule must be fixed together
   */
  public Finding priced(HostFacts host, Finding finding, List<Finding> all) {
    return finding.priced(price(host, finding, all));
  }

  private Price price(HostFacts host, Finding finding, List<Finding> all) {
    if (LOSSY.contains(finding.rule())) {
      long others =
          all.stream()
              .filter(each ->
                  LOSSY.contains(each.rule()) && each.place().part().equals(finding.place().part()))
              .count();
      return lossy(
          NicModel.of(host),
          finding.place().part(),
          others > 1 ? ", all findings on its class fixed" : "");
    }
    if (finding.rule().equals("qos.dcqcn-off")) {
      return at(
          NicModel.of(host),
          finding.place().part(),
          Example.BYSTANDER,
          ECN,
          ", without reaction " + "to ECN marks");
    }
    if (finding.rule().equals("switch.cnp-queue")) {
      return SwitchPricing.of(host, finding).map(this::worthwhile).orElse(FEW);
    }
    if (finding.rule().startsWith("switch.") || finding.rule().startsWith("fabric.")) {
      return SwitchPricing.of(host, finding).map(this::worthwhile).orElse(NO_TRAFFIC);
    }
    if (finding.remedy().factEdits().isEmpty()) {
      return NO_SETTING;
    }
    List<NicModel> now = NicModel.of(host);
    List<NicChange> changed = changed(now, host, finding.remedy().factEdits());
    String together = "";
    if (changed.isEmpty()) {
      List<Finding> same = all.stream().filter(each -> each.rule().equals(finding.rule())).toList();
      changed =
          changed(
              now,
              host,
              same.stream()
                  .map(each -> each.remedy().factEdits())
                  .reduce(FactEdits.NONE, FactEdits::plus));
      together =
          same.size() == 2
              ? ", both findings of this rule fixed"
              : ", all " + same.size() + " findings of this rule fixed";
    }
    if (changed.isEmpty()) {
      return unchanged(finding.rule(), now);
    }
    return replaceIfEqual(ALIKE, worst(changed, together));
  }

  /** A price, or another where both runs come to the same. */
  static Price replaceIfEqual(Price alike, Price price) {
    return price instanceof Price.Modelled run && run.lost() < LEAST ? alike : price;
  }

  /** Why the model is the same with a fix: most often for what nobody says of the NIC. */
  private static Price unchanged(String rule, List<NicModel> now) {
    if (rule.equals("qos.global-pause")) {
      return NO_PAUSES;
    }
    if (now.isEmpty()) {
      return NO_NIC;
    }
    boolean unsaid = now.stream().noneMatch(nic -> nic.settings().containsKey(NicModel.MTU));
    return rule.startsWith("mtu.") && unsaid ? NO_MTU : NO_CHANGE;
  }

  /** What a switch's setting costs, if it changes anything for what is run. */
  private Price worthwhile(NicChange changed) {
    Price alike =
        switch (changed.example()) {
          case UPLINKS -> ENOUGH;
          case CROSSING -> PAUSELESS;
          default -> SAME;
        };
    Price price = worst(List.of(changed), "");
    // However little: what a switch does is a small part of the time, which is measured exactly.
    return price instanceof Price.Modelled run && run.lost() <= 0 ? alike : price;
  }

  /**
   * What it costs that RDMA is in a class without PFC.
   *
   * @param netdev the interface that it is about
   */
  Price lossy(List<NicModel> nics, String netdev, String together) {
    return at(
        nics.stream().map(NicModel::trustingDscp).toList(), netdev, Example.FAN_IN, PFC, together);
  }

  /**
   * What it costs that something between two hosts is as it is.
   *
   * @param netdev the interface on this side of it
   * @param now knobs that say so; without them it is as it should be
   */
  Price pairPrice(List<NicModel> nics, String netdev, Map<String, String> now) {
    return of(nics, netdev)
        .map(nic -> worst(List.of(new NicChange(Example.PAIR, nic.with(now), nic)), ""))
        .orElse(NO_RATE);
  }

  /** What it costs that something is off at an interface, which is on once fixed. */
  private Price at(
      List<NicModel> nics, String netdev, Example example, String knob, String together) {
    Optional<NicModel> nic = of(nics, netdev);
    return nic.isEmpty()
        ? NO_RATE
        : worst(
            List.of(
                new NicChange(
                    example,
                    nic.get().with(Map.of(knob, "false")),
                    nic.get().with(Map.of(knob, "true")))),
            together);
  }

  private static Optional<NicModel> of(List<NicModel> nics, String netdev) {
    return nics.stream()
        .filter(each -> each.gbps() > 0)
        .filter(each -> each.netdev().equals(netdev) || nics.size() == 1)
        .findFirst();
  }

  private static List<NicChange> changed(List<NicModel> now, HostFacts host, FactEdits factEdits) {
    Map<String, NicModel> fixed =
        NicModel.of(factEdits.applyTo(host)).stream()
            .collect(Collectors.toMap(NicModel::name, nic -> nic, (first, _) -> first));
    return now.stream()
        .filter(nic -> fixed.containsKey(nic.name()))
        .map(nic -> new NicChange(Example.PAIR, nic, fixed.getOrDefault(nic.name(), nic)))
        .filter(each -> !each.current().settings().equals(each.fixed().settings()))
        .toList();
  }

  /** Of several NICs the one that loses most speaks for all. */
  Price worst(List<NicChange> changed, String together) {
    Optional<Price.Modelled> worst = Optional.empty();
    for (NicChange each : changed) {
      if (each.current().gbps() <= 0) {
        continue;
      }
      ExampleRuns.Outcome before = run(each.example(), each.current());
      if (before instanceof ExampleRuns.Unfit(String why)) {
        return unfit(why);
      }
      ExampleRuns.Outcome after = run(each.example(), each.fixed());
      if (after instanceof ExampleRuns.Unfit(String why)) {
        return unfit(why);
      }
      if (before instanceof ExampleRuns.Ran(ExampleRun now)
          && after instanceof ExampleRuns.Ran(ExampleRun fixed)) {
        Price.Modelled price =
            new Price.Modelled(
                each.example().metric() + each.current().name() + together + brokenOff(now),
                now.figure(),
                fixed.figure(),
                each.example().unit(),
                now.digest(),
                fixed.digest(),
                now.command(),
                fixed.command());
        if (worst.isEmpty() || price.lost() > worst.get().lost()) {
          worst = Optional.of(price);
        }
      }
    }
    return worst.<Price>map(price -> price).orElse(NO_RATE);
  }

  private static String brokenOff(ExampleRun now) {
    return now.failedFlows() == 0 ? "" : ", of which %d flows fail".formatted(now.failedFlows());
  }

  private static Price unfit(String why) {
    return new Price.Unknown("the model of this host cannot run: " + why);
  }

  private ExampleRuns.Outcome run(Example example, NicModel nic) {
    return runs.of(new Wanted(example, nic.settings()));
  }
}
