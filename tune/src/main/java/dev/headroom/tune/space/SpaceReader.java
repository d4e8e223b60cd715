package dev.headroom.tune.space;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reader of space files, for searches and for sweeps:
 *
 * <pre>
 *   knobs:
 *     - {knob: congestion.kmin, from: 50KB, to: 1600KB, levels: 16, per: tier}
 *     - {knob: congestion.kmax, times: congestion.kmin, from: 1.5, to: 8, per: tier}
 *     - {knob: congestion.pmax, values: [0.05, 0.1, 0.2]}
 *     - {knob: pfc.*}
 * </pre>
 *
 * <p>It spells out patterns and tiers, and checks what concerns several declarations. Whether a
 * value is one of its knob, the user of the declarations checks.
 */
public final class SpaceReader {
  private static final Set<String> OF_SWITCHES =
      Knobs.ofNodes().stream()
          .map(Knob::name)
          .filter(name -> !name.startsWith("hosts."))
          .collect(Collectors.toSet());

  private final DefaultRanges defaults;
  private final List<String> tiers;

  /**
   * A reader for a fabric.
   *
   * @param today the value in force of a key, which decides what knobs matter; empty if it is not
   *     known
   * @param tiers patterns of the switches of each tier ({@link SwitchTiers})
   */
  public SpaceReader(Function<String, Optional<String>> today, List<String> tiers) {
    this.defaults = new DefaultRanges(today.apply(CongestionKnobs.ALGORITHM.name()));
    this.tiers = List.copyOf(tiers);
  }

  /**
   * The declarations of a file, one for each key, linked ones behind those that they are linked to.
   * Where something is wrong, the others, so that their values can be checked as well.
   *
   * @param file its name, for messages
   * @param problems gets all that is wrong with it
   */
  public List<DimensionSpec> read(String text, String file, YamlProblems problems) {
    List<SpaceFile.Declared> declared =
        SpaceFile.read(text, file, problems).orElse(List.of()).stream()
            .flatMap(each -> spelledOut(each, problems).stream())
            .toList();
    Map<String, DimensionSpec> once = new LinkedHashMap<>();
    for (DimensionSpec spec : ofTiers(declared, problems)) {
      if (once.putIfAbsent(spec.knob(), spec) != null) {
        problems.add(spec.spot(), path(spec), "the knob appears more than once", "list it once");
      }
    }
    return inOrder(
        once.values().stream().filter(spec -> isLinkRight(spec, once, problems)).toList());
  }

  /** The path of a declaration in messages. */
  static String path(DimensionSpec spec) {
    return "knobs." + spec.knob();
  }

  private List<SpaceFile.Declared> spelledOut(SpaceFile.Declared declared, YamlProblems problems) {
    DimensionSpec spec = declared.spec();
    if (!spec.isDefault()) {
      return List.of(declared);
    }
    List<DimensionSpec> found =
        DefaultRanges.ordered(
            defaults.matching(spec.knob()).stream().map(each -> each.at(spec)).toList());
    if (found.isEmpty()) {
      problems.add(
          spec.spot(), path(spec), DefaultRanges.none(spec.knob()), "write from and to, or values");
    }
    boolean isPattern = spec.knob().contains("*");
    return found.stream()
        .map(each ->
            new SpaceFile.Declared(
                each, declared.isPerTier() && (!isPattern || OF_SWITCHES.contains(each.knob()))))
        .toList();
  }

  /** Declarations for each tier; a link between two of them stays within the tier. */
  private List<DimensionSpec> ofTiers(List<SpaceFile.Declared> all, YamlProblems problems) {
    Set<String> perTier =
        all.stream()
            .filter(SpaceFile.Declared::isPerTier)
            .map(each -> each.spec().knob())
            .collect(Collectors.toSet());
    List<DimensionSpec> specs = new ArrayList<>();
    for (SpaceFile.Declared each : all) {
      DimensionSpec spec = each.spec();
      if (!each.isPerTier()) {
        specs.add(spec);
      } else if (!OF_SWITCHES.contains(spec.knob())) {
        problems.add(
            spec.spot(),
            path(spec) + ".per",
            SetKey.nodes(spec.knob()).isPresent()
                ? "the knob is for some nodes already"
                : spec.knob() + " is no setting of a switch: it has one value for the fabric",
            "remove per");
      } else if (tiers.isEmpty()) {
        problems.add(
            spec.spot(),
            path(spec) + ".per",
            "the switches of a tier have no names that tell them from the others",
            "names such as leaf-1 and spine-1, or knob: " + SetKey.at(spec.knob(), "leaf-1"));
      } else {
        boolean isLink = spec.link().filter(link -> perTier.contains(link.to())).isPresent();
        tiers.forEach(tier -> specs.add(spec.atNodes(tier, isLink)));
      }
    }
    return specs;
  }

  private static boolean isLinkRight(
      DimensionSpec spec, Map<String, DimensionSpec> all, YamlProblems problems) {
    if (spec.link().isEmpty()) {
      return true;
    }
    DimensionSpec.Link link = spec.link().get();
    DimensionSpec other = all.get(link.to());
    if (other == null) {
      boolean isSplit =
          all.keySet().stream().anyMatch(key -> key.startsWith(SetKey.at(link.to(), "")));
      problems.add(
          spec.spot(),
          path(spec) + (link.kind() == DimensionLink.Kind.TIMES ? ".times" : ".plus"),
          link.to() + (isSplit ? " has a value for each tier" : " is no knob of this space"),
          isSplit ? "write per: tier here as well" : "add it, or give the knob a range of its own");
    } else if (other.link().isPresent()) {
      problems.add(
          spec.spot(),
          path(spec),
          link.to() + " is linked to another knob itself",
          "a knob with a range of its own");
    }
    return other != null && other.link().isEmpty();
  }

  private static List<DimensionSpec> inOrder(List<DimensionSpec> specs) {
    List<DimensionSpec> ordered =
        new ArrayList<>(specs.stream().filter(spec -> spec.link().isEmpty()).toList());
    specs.stream().filter(spec -> spec.link().isPresent()).forEach(ordered::add);
    return List.copyOf(ordered);
  }
}
