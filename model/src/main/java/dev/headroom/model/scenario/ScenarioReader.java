package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.check.CrossChecks;
import dev.headroom.model.scenario.check.TransportChecks;
import dev.headroom.model.wear.WornLink;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reader of a scenario file.
 *
 * <p>Values are laid over each other in this order, later ones winning: the knobs' defaults, what
 * is brought by what is named ({@link ImpliedPresets}) and by the library that a workload runs as
 * ({@link LibraryDefaults}), the scenario's {@code preset}, a section's {@code preset}, what the
 * file says, what {@code --set} says.
 */
public final class ScenarioReader {
  /** What a text should hold that is read as one. */
  static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("scenario", "write at least fabric: and workload:");

  static final List<String> SECTIONS =
      List.of(
          "fabric",
          "hosts",
          "transport",
          "congestion",
          "pfc",
          "credits",
          "routing",
          "failure",
          "workload",
          "run");

  private static final Set<String> TOP = with(SECTIONS, "name", "preset", "overrides");

  /** Of these, those that a person may not know. */
  private static final List<String> TOLD =
      Stream.concat(SECTIONS.stream(), Stream.of("overrides")).toList();

  /** What can be changed of a scenario that did not come from a file of ours. */
  private static final Set<String> CHANGEABLE =
      with(SECTIONS.stream().filter(section -> !section.equals("workload")).toList(), "preset");

  /** Characters of a scenario's name, which titles and file names are made of. */
  private static final int LONGEST_NAME = 200;

  private final YamlProblems problems = new YamlProblems();
  private final Files files;
  private final PresetReader presets;

  /**
   * Finds the text of a file that a scenario names, such as a preset or a distribution of sizes.
   */
  @FunctionalInterface
  public interface Files {
    /** The text, or empty when there is no such file. */
    Optional<String> text(String name);
  }

  /** What came of reading. */
  public sealed interface Outcome {}

  /** A scenario. */
  public record Good(Scenario scenario) implements Outcome {}

  /**
   * All that is wrong with it.
   *
   * @param misfit whether that is only that values, each right by itself, do not go together
   */
  public record Bad(List<Problem> problems, boolean misfit) implements Outcome {}

  private static Set<String> with(List<String> sections, String... others) {
    return Stream.concat(sections.stream(), Stream.of(others)).collect(Collectors.toSet());
  }

  private ScenarioReader(Files files) {
    this.files = files;
    presets = new PresetReader(problems, files);
  }

  /**
   * Reads a scenario that names no other files.
   *
   * @param text YAML
   * @param name of the file, for messages
   * @param sets {@code key=value}, laid over what the text says
   */
  public static Outcome read(String text, String name, List<String> sets) {
    return read(text, name, sets, ignored -> Optional.empty());
  }

  /** Reads a scenario. */
  public static Outcome read(String text, String name, List<String> sets, Files files) {
    return new ScenarioReader(files).outcome(text, name, sets);
  }

  /**
   * Lays settings over a scenario that did not come from a file of ours: knobs and presets, as
   * {@code --set} names them. Fabric and workload stay as they are.
   */
  public static Outcome change(Scenario scenario, List<String> sets) {
    ScenarioReader reader = new ScenarioReader(ignored -> Optional.empty());
    YamlNode.Mapping nothing = new YamlNode.Mapping(List.of(), FilePosition.option("--set"));
    YamlNode.Mapping root = new DocumentEdits(reader.problems).apply(nothing, sets);
    KnobSection section = new KnobSection(reader.problems, Knobs.all());
    Settings said = reader.settings(root, section, CHANGEABLE);
    Settings settings =
        scenario
            .settings()
            .with(ImpliedPresets.by(said, hostRates(Optional.of(scenario.fabric()))))
            .with(said);
    reader.fixed(root);
    section.report(CrossChecks.of(settings, rates(Optional.of(scenario.fabric()))));
    section.report(ChipChecks.of(scenario.with(settings)));
    section.report(RailChecks.of(scenario.with(settings)));
    return reader.problems.none()
        ? new Good(scenario.with(settings))
        : new Bad(reader.problems.inOrder(), reader.problems.onlyMisfits());
  }

  private void fixed(YamlNode.Mapping root) {
    if (root.value("fabric").orElse(null) instanceof YamlNode.Mapping fabric) {
      for (String key : FabricReader.own(fabric)) {
        problems.add(
            fabric.get(key).map(YamlNode.Entry::spot).orElse(fabric.spot()),
            "fabric." + key,
            "the fabric comes from another file and cannot be changed here",
            "only fabric.switches can be changed");
      }
    }
  }

  private Outcome outcome(String text, String name, List<String> sets) {
    Optional<Scenario> scenario =
        YamlParser.parse(text, name, SOUGHT, problems)
            .flatMap(this::root)
            .flatMap(root -> scenario(new DocumentEdits(problems).apply(root, sets), name));
    return problems.none() && scenario.isPresent()
        ? new Good(scenario.get())
        : new Bad(problems.inOrder(), problems.onlyMisfits());
  }

  private Optional<YamlNode.Mapping> root(YamlNode yaml) {
    if (yaml instanceof YamlNode.Mapping mapping) {
      return Optional.of(mapping);
    }
    problems.add(
        yaml.spot(),
        "",
        YamlNode.kind(yaml) + " instead of a scenario",
        "write at least fabric: and workload:");
    return Optional.empty();
  }

  private Optional<Scenario> scenario(YamlNode.Mapping root, String file) {
    needed(root);
    KnobSection section = new KnobSection(problems, Knobs.all());
    Settings said = settings(root, section, TOP);
    FabricReader fabricReader = new FabricReader(problems, ImpliedPresets.portRate(said));
    Optional<Fabric> fabric = fabricReader.read(root);
    Settings settings = ImpliedPresets.by(said, hostRates(fabric)).with(said);
    List<Scenario.Override> overrides =
        new OverridesReader(problems).read(root, settings, said, fabric);
    List<FailureEvent> failures =
        fabric.map(f -> new FailureReader(problems, f).read(root)).orElse(List.of());
    List<WornLink> wear =
        fabric.map(f -> new WearReader(problems, f, failures).read(root)).orElse(List.of());
    fabric.ifPresent(f -> OverridesReader.checkSelections(problems, root, f));
    section.report(CrossChecks.of(settings, rates(fabric)));
    long seed = settings.get(RunKnobs.SEED);
    Optional<FlowProgram> flows = new WorkloadReader(problems, files).read(root, fabric, seed);
    List<Settings> parts = new PartReader(problems, presets, settings, rates(fabric)).read(root);
    if (fabric.isEmpty() || flows.isEmpty()) {
      return Optional.empty();
    }
    section.report(ofTerms(settings, flows.get()));
    section.report(StorageChecks.of(settings, parts, flows.get()));
    LibraryDefaults brought = LibraryDefaults.of(settings, parts, flows.get());
    Scenario scenario =
        new Scenario(
            title(root, file),
            fabric.get(),
            failures,
            wear,
            brought.everywhere(),
            overrides,
            WorkloadReader.description(root, flows.get()),
            flows.get(),
            brought.parts());
    section.report(ChipChecks.of(scenario));
    section.report(RailChecks.of(scenario));
    return Optional.of(scenario);
  }

  /** What is wrong with what some flows have for themselves; the first of it. */
  private static List<KnobConflict> ofTerms(Settings settings, FlowProgram flows) {
    List<KnobConflict> complaints = new ArrayList<>();
    flows.allOverrides().stream()
        .filter(terms -> terms.windowBytes() > 0)
        .forEach(terms -> TransportChecks.units(terms.over(settings), complaints));
    return complaints.stream().limit(1).toList();
  }

  /**
   * What a file sets: its presets, then its own values.
   *
   * @param known the keys that may stand at the top
   */
  private Settings settings(YamlNode.Mapping root, KnobSection section, Set<String> known) {
    topLevel(root, known);
    List<Settings> layers = new ArrayList<>();
    presets.read(root, "").map(ImpliedPresets::asName).ifPresent(layers::add);
    for (String name : SECTIONS) {
      Optional<YamlNode.Entry> entry = root.get(name);
      if ("workload".equals(name) || entry.isEmpty()) {
        continue;
      }
      block(entry.get())
          .ifPresent(block -> {
            presets.read(block, name).map(ImpliedPresets::asName).ifPresent(layers::add);
            section.read(block, name, others(name, block));
          });
    }
    layers.add(section.settings());
    return layers.stream().reduce(Settings.DEFAULTS, Settings::with);
  }

  private static Set<Rate> hostRates(Optional<Fabric> fabric) {
    return fabric.map(f -> f.hostRates(name -> true)).orElse(Set.of());
  }

  private static Set<Rate> rates(Optional<Fabric> fabric) {
    return fabric
        .map(f -> f.links().stream().map(Link::rate).collect(Collectors.toCollection(TreeSet::new)))
        .orElseGet(TreeSet::new);
  }

  private static Set<String> others(String section, YamlNode.Mapping block) {
    return switch (section) {
      case "fabric" -> FabricReader.own(block);
      case "transport", "congestion", "pfc", "credits", "routing", "failure", "hosts" ->
          Set.of("preset");
      default -> Set.of();
    };
  }

  private void topLevel(YamlNode.Mapping root, Set<String> known) {
    for (YamlNode.Entry entry : root.entries()) {
      if (!known.contains(entry.key())) {
        problems.addUnknown(
            entry.spot(),
            entry.key(),
            () -> "there is no such section",
            () ->
                entry.spot().isOption()
                    ? UnknownSection.meant(entry.key())
                        .orElseGet(() -> UnknownSection.right(entry.key(), known, TOLD))
                    : UnknownSection.right(entry.key(), known, TOLD));
      }
    }
  }

  private void needed(YamlNode.Mapping root) {
    for (String needed : List.of("fabric", "workload")) {
      if (root.get(needed).isEmpty()) {
        problems.add(
            root.spot(),
            needed,
            "it is missing",
            "a scenario needs at least fabric: and workload:");
      }
    }
  }

  private Optional<YamlNode.Mapping> block(YamlNode.Entry entry) {
    if (entry.value() instanceof YamlNode.Mapping mapping) {
      return Optional.of(mapping);
    }
    problems.add(
        entry.value().spot(),
        entry.key(),
        YamlNode.kind(entry.value()) + " instead of a block of keys",
        "indent its keys under " + entry.key() + ":");
    return Optional.empty();
  }

  private String title(YamlNode.Mapping root, String file) {
    Optional<YamlNode.Entry> entry = root.get("name");
    if (entry.isEmpty()) {
      String base = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
      return base.replaceFirst("\\.ya?ml$", "");
    }
    if (entry.get().value() instanceof YamlNode.Scalar scalar && !scalar.isMissing()) {
      return name(scalar);
    }
    problems.add(
        entry.get().value().spot(),
        "name",
        YamlNode.kind(entry.get().value()) + " instead of a name",
        "write a line of text");
    return "";
  }

  private String name(YamlNode.Scalar scalar) {
    if (scalar.text().length() > LONGEST_NAME) {
      problems.add(
          scalar.spot(),
          "name",
          "it has %,d characters".formatted(scalar.text().length()),
          "at most " + LONGEST_NAME);
    }
    return scalar.text();
  }
}
