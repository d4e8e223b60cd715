package dev.headroom.tune.space;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.unit.setting.DeclaredSetting;
import dev.headroom.unit.setting.SettingsType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Ranges that knobs have unless a space file says otherwise, from {@code ranges.yaml}. */
final class DefaultRanges {
  private static final List<DimensionSpec> ALL =
      BundledYamlFile.read(
          DefaultRanges.class,
          "ranges.yaml",
          (text, problems) ->
              SpaceFile.read(text, "ranges.yaml", problems).orElse(List.of()).stream()
                  .map(SpaceFile.Declared::spec)
                  .toList());

  private final String algorithm;

  /**
   * Ranges for a fabric.
   *
   * @param algorithm of congestion control in use; empty if it is not known
   */
  DefaultRanges(Optional<String> algorithm) {
    this.algorithm =
        algorithm.orElseGet(() -> CongestionKnobs.ALGORITHM.fallback().orElseThrow().word());
  }

  /** Those of all knobs, whatever is in use. */
  static List<DimensionSpec> all() {
    return ALL;
  }

  /** Those of the knobs that change anything. */
  List<DimensionSpec> relevant() {
    return ALL.stream().filter(spec -> isRelevant(spec.knob())).toList();
  }

  /** Those of a pattern such as {@code congestion.*}. */
  List<DimensionSpec> matching(String pattern) {
    Pattern regex = regex(pattern);
    return relevant().stream().filter(spec -> regex.matcher(spec.knob()).matches()).toList();
  }

  /** Why a pattern has no default range. */
  static String none(String pattern) {
    Pattern regex = regex(pattern);
    boolean isKnob = Knobs.all().stream().anyMatch(knob -> regex.matcher(knob.name()).matches());
    return isKnob
        ? "'%s' has no default range".formatted(pattern)
        : "'%s' matches no knob%s"
            .formatted(
                pattern,
                SpellingSuggestion.hint(
                    pattern.strip(), Knobs.all().stream().map(Knob::name).toList()));
  }

  private static Pattern regex(String pattern) {
    return Pattern.compile(
        Pattern.compile("\\*")
            .splitAsStream(pattern.strip() + " ")
            .map(part -> part.isBlank() ? "" : Pattern.quote(part.strip()))
            .collect(Collectors.joining(".*")));
  }

  /** A knob of a control that is not in use changes nothing. */
  private boolean isRelevant(String knob) {
    return ControlTypes.all().stream()
            .filter(control -> settings(control).contains(knob))
            .findAny()
            .isEmpty()
        || ControlTypes.all().stream()
            .filter(control -> control.word().equals(algorithm))
            .anyMatch(control -> settings(control).contains(knob));
  }

  private static List<String> settings(ControlType control) {
    return control.settings().stream()
        .flatMap(type -> SettingsType.of(type).settings().stream().map(DeclaredSetting::key))
        .toList();
  }

  /** Linked knobs behind those that they are linked to; a link to a knob that is not there ends. */
  static List<DimensionSpec> ordered(List<DimensionSpec> specs) {
    List<String> names = specs.stream().map(DimensionSpec::knob).toList();
    List<DimensionSpec> ordered = new ArrayList<>();
    List<DimensionSpec> linked = new ArrayList<>();
    for (DimensionSpec spec : specs) {
      Optional<DimensionSpec.Link> link = spec.link();
      if (link.isEmpty()) {
        ordered.add(spec);
      } else if (names.contains(link.get().to())) {
        linked.add(spec);
      } else {
        ordered.add(alone(spec));
      }
    }
    ordered.addAll(linked);
    return ordered;
  }

  /** The range of a linked knob by itself begins where that of the other knob does. */
  private static DimensionSpec alone(DimensionSpec spec) {
    String to = spec.link().map(DimensionSpec.Link::to).orElse("");
    String least =
        ALL.stream()
            .filter(each -> each.knob().equals(to))
            .flatMap(each -> each.from().stream())
            .findFirst()
            .orElse("0");
    return spec.unlinked(least);
  }
}
