package dev.headroom.audit.price;

import dev.headroom.audit.Finding;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.fabric.LeafLinks;
import dev.headroom.audit.fabric.LinkRates;
import dev.headroom.audit.price.ExampleRun.Example;
import dev.headroom.audit.switches.CnpQueue;
import dev.headroom.audit.switches.EcnBeforePfc;
import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Pricing of findings about a switch or a link of a fabric. A switch is run with eight hosts that
 * write to a ninth, and a bystander whose link pauses would hold: with its pool, threshold and
 * marks as they were read, and as they would be once fixed.
 */
final class SwitchPricing {
  private static final String ECN = "congestion.ecn";
  private static final String KMIN = "congestion.kmin";
  private static final String KMAX = "congestion.kmax";
  private static final String HEADROOM = "pfc.headroom";
  private static final String WATCHDOG = "pfc.watchdog.action";
  private static final String SPINES = "fabric.spines";
  private static final String CNP = "transport.cnpClass";

  /** The classes of data and of notifications, as scenarios have them by default. */
  private static final String DATA = "3";

  private static final String OWN = "6";

  /** Of the ports, where the switch says nothing of it: what the example has. */
  private static final double USUAL_GBPS = 400;

  private SwitchPricing() {}

  /** None where the model has no setting for it, or the files do not say enough. */
  static Optional<NicChange> of(HostFacts host, Finding finding) {
    if (finding.rule().equals("fabric.link-width") || finding.rule().equals("fabric.link-speed")) {
      return LinkRates.of(host, finding.place().part())
          .map(rates -> link(finding.place().part(), rates));
    }
    if (finding.rule().equals("fabric.asymmetry")) {
      return LeafLinks.of(host, finding.place().part())
          .flatMap(leaf -> uplinks(finding.place().part(), leaf));
    }
    if (finding.rule().equals("switch.pfc-watchdog")) {
      return SwitchVendors.qos(host)
          .filter(SwitchQos::hasUnwatchedPriority)
          .map(qos -> storm(host, qos));
    }
    if (finding.rule().equals("switch.cnp-queue")) {
      return SwitchVendors.qos(host)
          .filter(qos -> qos.pauses(CnpQueue.DSCP))
          .map(qos -> notifications(host, qos));
    }
    SimulatedSwitch model = SimulatedSwitch.withBuffers(host).orElse(null);
    if (model != null && finding.rule().equals("switch.ecn-before-pfc")) {
      return earlier(host, finding.place().part(), behind(model));
    }
    return model == null ? Optional.empty() : of(model, finding);
  }

  private static NicChange link(String name, LinkRates rates) {
    return new NicChange(Example.PAIR, link(name, rates.current()), link(name, rates.best()));
  }

  private static NicModel link(String name, double gbps) {
    SortedMap<String, String> settings =
        new TreeMap<>(Map.of(NicModel.RATE, NicModel.gbps(gbps), NicModel.TRANSPORT, "infiniband"));
    return new NicModel(name, "", gbps, settings);
  }

  /** As many hosts on each of two leaves as hang on this one, and as many links between them. */
  private static Optional<NicChange> uplinks(String name, LeafLinks leaf) {
    if (leaf.uplinks() == 0) {
      return Optional.empty();
    }
    String hosts = String.valueOf(leaf.down());
    NicModel now =
        new NicModel(
            name,
            "",
            leaf.gbps(),
            new TreeMap<>(
                Map.of(
                    NicModel.RATE,
                    NicModel.gbps(leaf.gbps()),
                    "fabric.hostsPerLeaf",
                    hosts,
                    "workload.shift",
                    hosts,
                    SPINES,
                    String.valueOf(leaf.uplinks()))));
    return Optional.of(
        new NicChange(
            Example.UPLINKS, now, now.with(Map.of(SPINES, String.valueOf(leaf.usual())))));
  }

  /** What a watchdog does is to drop, if nobody says else. */
  private static NicChange storm(HostFacts host, SwitchQos qos) {
    NicModel now = behind(host, qos);
    return new NicChange(
        Example.STORM, now.with(Map.of(WATCHDOG, "off")), now.with(Map.of(WATCHDOG, "drop")));
  }

  /** Notifications travel with the data, or in a class of their own. */
  private static NicChange notifications(HostFacts host, SwitchQos qos) {
    NicModel now = behind(host, qos);
    return new NicChange(Example.CROSSING, now.with(Map.of(CNP, DATA)), now.with(Map.of(CNP, OWN)));
  }

  /** A host behind a switch of whatever maker, with whatever is known of the switch. */
  private static NicModel behind(HostFacts host, SwitchQos qos) {
    return SimulatedSwitch.withBuffers(host)
        .map(model -> new NicModel(qos.name(), "", gbps(model.gbps()), settings(model)))
        .orElseGet(() -> new NicModel(qos.name(), "", USUAL_GBPS, new TreeMap<>()));
  }

  private static Optional<NicChange> of(SimulatedSwitch model, Finding finding) {
    NicModel fixed = behind(model);
    return switch (finding.rule()) {
      case "switch.ecn-off", "switch.lossless-without-ecn" ->
          Optional.of(bystander(fixed.with(Map.of(ECN, "false")), fixed));
      case "switch.no-headroom" -> Optional.of(fanIn(fixed.with(Map.of(HEADROOM, "0B")), fixed));
      case "switch.class-to-group" ->
          Optional.of(fanIn(fixed.with(Map.of("pfc.enabled", "false")), fixed));
      default -> Optional.empty();
    };
  }

  private static NicChange bystander(NicModel now, NicModel fixed) {
    return new NicChange(Example.BYSTANDER, now, fixed);
  }

  private static NicChange fanIn(NicModel now, NicModel fixed) {
    return new NicChange(Example.FAN_IN, behind(now), behind(fixed));
  }

  private static NicModel behind(NicModel model) {
    return new NicModel("a host behind " + model.name(), "", model.gbps(), model.settings());
  }

  private static NicModel behind(SimulatedSwitch model) {
    return new NicModel(model.name(), "", gbps(model.gbps()), settings(model));
  }

  private static double gbps(double said) {
    return said > 0 ? said : USUAL_GBPS;
  }

  private static SortedMap<String, String> settings(SimulatedSwitch model) {
    SortedMap<String, String> settings = new TreeMap<>(model.settings());
    if (model.gbps() > 0) {
      settings.put(NicModel.RATE, NicModel.gbps(model.gbps()));
    }
    return settings;
  }

  /** Marks that begin where the fix of the finding says. */
  private static Optional<NicChange> earlier(HostFacts host, String wred, NicModel now) {
    OptionalLong kmin = EcnBeforePfc.proposed(host, wred);
    return kmin.isEmpty()
        ? Optional.empty()
        : Optional.of(
            bystander(
                now,
                now.with(Map.of(KMIN, kmin.getAsLong() + "B", KMAX, 4 * kmin.getAsLong() + "B"))));
  }
}
