package dev.headroom.app.command;

import dev.headroom.app.files.PartitionFolder;
import dev.headroom.app.input.LoadedScenario;
import dev.headroom.app.option.OutputName;
import dev.headroom.app.option.RunArguments;
import dev.headroom.app.option.VariedKey;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Variant of a scenario in a comparison.
 *
 * @param label what sets it apart
 * @param settings the same as keys with their values, unlike those of any other variant
 * @param file the scenario
 * @param sets {@code key=value}, laid over it
 */
record CompareVariant(String label, Map<String, String> settings, Path file, List<String> sets) {
  /** Key of a variant that is a file of its own. */
  private static final String SCENARIO = "scenario";

  /** Variants, more than anybody waits for. */
  private static final int MOST = 10_000;

  /** Each scenario as it is. */
  static List<CompareVariant> of(List<Path> files) {
    List<CompareVariant> variants = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (Path file : files) {
      Path name = OutputName.of(file).getFileName();
      String label = unlike(taken, name == null ? "run" : name.toString());
      variants.add(new CompareVariant(label, Map.of(SCENARIO, label), file, List.of()));
    }
    return variants;
  }

  /**
   * One scenario under every combination of the values, the last key turning fastest.
   *
   * @param ofAll what all of them have: none of the keys that vary
   */
  static List<CompareVariant> of(Path file, List<String> varies, List<String> ofAll) {
    List<List<String>> combinations = List.of(List.of());
    for (VariedKey vary : VariedKey.parse(varies, ofAll)) {
      long product = (long) combinations.size() * vary.values().size();
      if (product > MOST) {
        throw new BadInputException(
            "--vary: this makes %,d variants or more; at most %,d".formatted(product, MOST));
      }
      List<List<String>> longer = new ArrayList<>();
      for (List<String> combination : combinations) {
        for (String set : vary.sets()) {
          List<String> next = new ArrayList<>(combination);
          next.add(set);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations.stream().map(sets -> of(sets, file, sets)).toList();
  }

  /**
   * A variant that is told by these words.
   *
   * @param words {@code key=value}
   */
  private static CompareVariant of(List<String> words, Path file, List<String> sets) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      settings.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return new CompareVariant(String.join(", ", words), settings, file, sets);
  }

  /** The folder of its results with a seed, below that of the comparison. */
  String folder(long seed) {
    return PartitionFolder.of(settings, seed);
  }

  /** Its scenario; what is wrong with a value is told of the option that it came from. */
  LoadedScenario load(RunArguments ofAll) throws IOException {
    return load(ofAll, List.of());
  }

  /** The same with one more thing laid over it. */
  LoadedScenario load(RunArguments ofAll, String more) throws IOException {
    return load(ofAll, List.of(more));
  }

  private LoadedScenario load(RunArguments ofAll, List<String> more) throws IOException {
    List<String> all = new ArrayList<>(sets);
    all.addAll(more);
    try {
      return ofAll.read(file, all);
    } catch (BadInputException e) {
      String told = String.valueOf(e.getMessage());
      for (String set : sets) {
        told = told.replace("--set " + set + ":", "--vary " + set + ":");
      }
      throw e.withMessage(told);
    }
  }

  /** The same, where it runs a class of the user's own told by that one's name. */
  CompareVariant named(Settings settings) {
    String own = "=" + Plugin.WORD;
    List<String> words =
        sets.stream()
            .map(set ->
                set.endsWith(own)
                    ? nameOf(set, settings)
                        .map(name -> set.substring(0, set.length() - own.length()) + "=" + name)
                        .orElse(set)
                    : set)
            .toList();
    return words.equals(sets) ? this : of(words, file, sets);
  }

  private static Optional<String> nameOf(String set, Settings settings) {
    return settings
        .find(set.startsWith("routing") ? PluginRoutingKnobs.NAME : PluginControlKnobs.NAME)
        .map(Plugin::name);
  }

  private static String unlike(Set<String> taken, String name) {
    String free = name;
    for (int i = 2; !taken.add(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }
}
