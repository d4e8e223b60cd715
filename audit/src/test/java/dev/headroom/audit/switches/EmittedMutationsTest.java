package dev.headroom.audit.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.IndentedSyntax;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.formats.switches.write.SwitchEmitter;
import dev.headroom.formats.switches.write.WantedSwitch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A good policy, written in the language of each switch, with one value changed: the audit notices.
 * Values that a language cannot say are left out there.
 */
final class EmittedMutationsTest {
  private static final SortedMap<String, String> GOOD =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("congestion.kmin", "1000KB"),
              Map.entry("congestion.kmax", "2000KB"),
              Map.entry("congestion.pmax", "0.1"),
              Map.entry("pfc.classes", "3"),
              Map.entry("pfc.xoff", "60000B"),
              Map.entry("pfc.headroom", "200000B"),
              Map.entry("pfc.xonOffset", "9216B"),
              Map.entry("fabric.links.cable", "40m"),
              Map.entry("fabric.switches.dscpMap", "26=3,48=6"),
              Map.entry("fabric.switches.scheduling", "strict:6 dwrr:0=50,3=50"),
              Map.entry("pfc.watchdog.pollInterval", "100ms"),
              Map.entry("pfc.watchdog.detectionTime", "200ms"),
              Map.entry("pfc.watchdog.restorationTime", "400ms"),
              Map.entry("pfc.watchdog.action", "drop")));

  /**
   * A changed value.
   *
   * @param values by knob; an empty one takes the knob away
   * @param rules of which one speaks
   */
  private record Mutation(String name, Map<String, String> values, Set<String> rules) {
    SortedMap<String, String> policy() {
      SortedMap<String, String> policy = new TreeMap<>(GOOD);
      policy.putAll(values);
      policy.values().removeIf(String::isEmpty);
      return policy;
    }
  }

  private static final List<Mutation> MUTATIONS =
      List.of(
          new Mutation("Pmax", Map.of("congestion.pmax", "0.77"), Set.of("switch.ecn-pmax")),
          new Mutation(
              "Kmin",
              Map.of("congestion.kmin", "30MB", "congestion.kmax", "40MB"),
              Set.of("switch.ecn-beyond-buffer")),
          new Mutation(
              "headroom", Map.of("pfc.headroom", "8000B"), Set.of("switch.headroom-below-cable")),
          new Mutation(
              "DSCP to the next class",
              Map.of("fabric.switches.dscpMap", "26=2,48=6"),
              Set.of("switch.dscp-not-lossless")),
          new Mutation(
              "CNPs among bulk data",
              Map.of(
                  "fabric.switches.dscpMap",
                  "26=3,48=0",
                  "fabric.switches.scheduling",
                  "strict:6 dwrr:0=50,3=50"),
              Set.of("switch.cnp-queue")),
          new Mutation(
              "CNPs among lossless data",
              Map.of("fabric.switches.dscpMap", "26=3,48=3"),
              Set.of("switch.cnp-queue")),
          new Mutation("PFC", Map.of("pfc.classes", "4"), Set.of("switch.dscp-not-lossless")),
          new Mutation(
              "watchdog",
              Map.of(
                  "pfc.watchdog.pollInterval", "",
                  "pfc.watchdog.detectionTime", "",
                  "pfc.watchdog.restorationTime", "",
                  "pfc.watchdog.action", ""),
              Set.of("switch.pfc-watchdog")));

  static Stream<String> languages() {
    return SwitchVendors.writers().stream().map(SwitchWriter::word);
  }

  private static SwitchWriter writer(String language) {
    return SwitchVendors.writers().stream()
        .filter(each -> each.word().equals(language))
        .findFirst()
        .orElseThrow();
  }

  private static Emission emission(SwitchWriter writer, SortedMap<String, String> policy) {
    List<String> ports = List.of(writer.port(0), writer.port(1));
    return SwitchEmitter.emit(writer, WantedSwitch.of("leaf1", policy, ports), Optional.empty());
  }

  private static Set<String> refused(SwitchWriter writer, SortedMap<String, String> policy) {
    return emission(writer, policy).refused().stream()
        .map(DeviceChange::knob)
        .collect(Collectors.toSet());
  }

  private static HostFacts read(SwitchWriter writer, SortedMap<String, String> policy) {
    String file =
        switch (writer.word()) {
          case "sonic" -> "config_db.json";
          case "cumulus" -> "qos_features.conf";
          default -> writer.word() + ".cfg";
        };
    String start = writer.syntax() instanceof IndentedSyntax ? "hostname leaf1\n" : "";
    String text = writer.syntax().apply(start, emission(writer, policy).edits());
    return HostFacts.of("leaf1", List.of(FormatCatalogue.reader().read(FactSource.of(file), text)));
  }

  /** Rules that speak. */
  private static Set<String> rules(SwitchWriter writer, SortedMap<String, String> policy) {
    return Audit.of(List.of(read(writer, policy)), RuleCatalogue.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .map(Finding::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A watchdog that the language cannot say is missed, and nothing else. */
  @ParameterizedTest
  @MethodSource("languages")
  void shouldFindNothingWrongWithWhatIsWritten(String language) {
    SwitchWriter writer = writer(language);
    Set<String> rules = rules(writer, GOOD);
    if (refused(writer, GOOD).contains("pfc.watchdog.pollInterval")) {
      rules.remove("switch.pfc-watchdog");
    }
    assertThat(rules).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("languages")
  void shouldNoticeEachChange(String language) {
    SwitchWriter writer = writer(language);
    Set<String> unsaid = refused(writer, GOOD);
    List<String> missed = new ArrayList<>();
    for (Mutation each : MUTATIONS) {
      boolean isSaid =
          unsaid.stream().noneMatch(each.values().keySet()::contains)
              && unsaid.containsAll(refused(writer, each.policy()));
      Set<String> found = rules(writer, each.policy());
      if (isSaid && found.stream().noneMatch(each.rules()::contains)) {
        missed.add(each.name() + ": " + found);
      }
    }
    assertThat(missed).isEmpty();
  }

  /** A table without defaults leaves RDMA's DSCP out. */
  @Test
  void shouldNoticeThatTheMapHasAnotherDscp() {
    SortedMap<String, String> policy = new TreeMap<>(GOOD);
    policy.put("fabric.switches.dscpMap", "27=3,48=6");
    assertThat(rules(writer("sonic"), policy)).contains("switch.dscp-not-lossless");
  }
}
