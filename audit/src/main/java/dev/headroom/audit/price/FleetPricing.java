package dev.headroom.audit.price;

import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.cluster.NicModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Pricing of a host that differs from the others or from its switch port. Its NICs are run with
 * their own setting and with that of the others. Of each host the models of its NICs are kept and
 * nothing else.
 */
public final class FleetPricing {
  /** The settings in which hosts differ by each rule. */
  private static final Map<String, Set<String>> SETTINGS =
      Map.of(
          "fleet.mtu", Set.of(NicModel.MTU),
          "fleet.rate", Set.of(NicModel.RATE),
          "fleet.read-request", Set.of("hosts.pcie.maxReadRequest"),
          "fleet.pci-link", Set.of("hosts.pcie.lanes"),
          "fleet.peermem", Set.of("hosts.memory.place"));

  /** What takes RDMA out of the lossless class on one end of a link. */
  private static final Set<String> LOSSY = Set.of("link.class-differs", "link.pfc-differs");

  private static final Price NO_SETTING =
      new Price.Unknown("the model has no setting for this finding");
  private static final Price FITS =
      new Price.Unknown("RDMA packets, limited by the path MTU, fit; longer IP packets do not");
  private static final Price NO_CHANGE =
      new Price.Unknown("the models of these hosts' NICs have the same value");

  private final Pricing pricing;
  private final Map<String, List<NicModel>> hosts = new LinkedHashMap<>();

  public FleetPricing(Pricing pricing) {
    this.pricing = pricing;
  }

  /** Adds a host. */
  public void add(String host, List<NicModel> nics) {
    hosts.put(host, nics);
  }

  /** An outcome of a rule that compares, with prices. */
  public RuleOutcome priced(RuleOutcome outcome) {
    List<Finding> findings =
        outcome.findings().stream().map(each -> each.priced(price(each))).toList();
    return new RuleOutcome(
        outcome.ruleInfo(),
        findings,
        outcome.passed(),
        outcome.notChecked(),
        outcome.notApplicable(),
        outcome.passedBy());
  }

  private Price price(Finding finding) {
    List<NicModel> its = hosts.getOrDefault(finding.place().host(), List.of());
    if (LOSSY.contains(finding.rule())) {
      return pricing.lossy(its, finding.place().part(), "");
    }
    if (finding.rule().equals("link.mtu-differs")) {
      return Pricing.replaceIfEqual(
          FITS, pricing.pairPrice(its, finding.place().part(), finding.cost().model()));
    }
    Set<String> keys = SETTINGS.get(finding.rule());
    if (keys == null) {
      return NO_SETTING;
    }
    List<NicChange> changed = new ArrayList<>();
    for (NicModel nic : its) {
      NicModel usual = nic.with(usual(nic.name(), keys));
      if (!usual.settings().equals(nic.settings())) {
        changed.add(new NicChange(ExampleRun.Example.PAIR, nic, usual));
      }
    }
    return changed.isEmpty()
        ? NO_CHANGE
        : Pricing.replaceIfEqual(Pricing.ALIKE, pricing.worst(changed, ""));
  }

  /** What most hosts have for these, at the NIC of that name. */
  private Map<String, String> usual(String nic, Set<String> keys) {
    Map<String, String> usual = new HashMap<>();
    for (String key : keys) {
      Map<String, Integer> count = new HashMap<>();
      for (List<NicModel> all : hosts.values()) {
        for (NicModel each : all) {
          String value = each.settings().get(key);
          if (each.name().equals(nic) && value != null) {
            count.merge(value, 1, Integer::sum);
          }
        }
      }
      count.entrySet().stream()
          .max(Comparator.comparingInt(Map.Entry::getValue))
          .ifPresent(most -> usual.put(key, most.getKey()));
    }
    return usual;
  }
}
