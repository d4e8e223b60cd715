package dev.headroom.app.input;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Java files of one plugin option, matched with the settings of a scenario that select a plugin.
 */
public final class PluginFiles {
  /** Compiles one. */
  public interface Compiler {
    Plugin of(Path file) throws IOException;
  }

  private final String option;
  private final Knob<?> algorithm;
  private final Knob<Plugin> name;
  private final Compiler compiler;
  private List<Path> files = List.of();

  /** Each is compiled once. */
  private List<Plugin> compiled = List.of();

  /**
   * @param option that names the files
   * @param algorithm the knob that asks for one of them
   * @param name the knob that says which
   */
  public PluginFiles(String option, Knob<?> algorithm, Knob<Plugin> name, Compiler compiler) {
    this.option = option;
    this.algorithm = algorithm;
    this.name = name;
    this.compiler = compiler;
  }

  public void setFiles(List<Path> named) {
    files = List.copyOf(named);
  }

  public boolean hasFiles() {
    return !files.isEmpty();
  }

  /** What asks for one of them, laid over a scenario before anything else. */
  public String knobAssignment() {
    return algorithm.name() + "=" + Plugin.WORD;
  }

  /**
   * What a set means that names one of them where one of ours would be named: {@code
   * congestion=Halving}. Others mean what they say.
   *
   * @throws BadInputException if it names a class, and that was not brought
   */
  public List<String> expand(String set) {
    String[] parts = set.split("=", 2);
    String key = parts[0].strip();
    String block = algorithm.name().replaceFirst("\\.algorithm$", "");
    boolean asks =
        parts.length == 2
            && (key.equals(algorithm.name()) || (key.equals(block) && block.indexOf('.') < 0));
    if (!asks) {
      return List.of(set);
    }
    String word = parts[1].strip();
    List<String> classes = files.stream().map(PluginFiles::className).toList();
    boolean names = classes.contains(word);
    // None of ours has a capital letter.
    boolean isFile = word.startsWith(Presets.FILE);
    if (!names && !isFile && word.chars().anyMatch(Character::isUpperCase)) {
      if (hasFiles()) {
        throw new BadInputException(
            "%s: %s provides %s%s"
                .formatted(
                    set,
                    option,
                    String.join(", ", classes),
                    SpellingSuggestion.hint(word, classes)));
      }
      if (SpellingSuggestion.nearest(word, builtInNames()).isEmpty()) {
        throw new BadInputException(
            "%s: '%s' is unknown, and no file provides it: add %s %s.java"
                .formatted(set, word, option, word));
      }
    }
    return names ? List.of(knobAssignment(), name.name() + "=" + word) : List.of(set);
  }

  private List<String> builtInNames() {
    return Stream.concat(algorithm.type().words().stream(), Presets.names().stream()).toList();
  }

  private static String className(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.java$", "");
  }

  /** Whether there are any and a scenario asks for none: whoever brings one wants it to run. */
  public boolean isUnusedIn(Scenario scenario) {
    return hasFiles()
        && Stream.concat(Stream.of(scenario.settings()), scenario.parts().stream())
            .noneMatch(this::isSelectedBy);
  }

  private boolean isSelectedBy(Settings settings) {
    return settings.print(algorithm).filter(Plugin.WORD::equals).isPresent();
  }

  /** A mistake that is told of {@link #knobAssignment}, told of the option. */
  public String withOptionName(String message) {
    return message.replace("--set " + knobAssignment() + ":", option + ":");
  }

  /** Compiles those that are not yet. */
  public void compile() throws IOException {
    if (compiled.size() < files.size()) {
      List<Plugin> all = new ArrayList<>();
      for (Path file : files) {
        all.add(compiler.of(file));
      }
      compiled = all;
    }
  }

  /**
   * The settings with the one that they ask for.
   *
   * @throws BadInputException if nobody brought it
   */
  public Settings applyTo(Settings settings) {
    if (!isSelectedBy(settings)) {
      return settings;
    }
    Optional<String> wanted = settings.find(name).map(Plugin::name);
    List<String> names = compiled.stream().map(Plugin::name).toList();
    if (names.isEmpty()) {
      throw new BadInputException(
          "%s is own, but the source is missing: pass it with %s %s.java"
              .formatted(algorithm.name(), option, wanted.orElse("FILE")));
    }
    if (wanted.isEmpty() && names.size() > 1) {
      throw new BadInputException(
          "%s names %d files: select one with %s, %s"
              .formatted(option, names.size(), name.name(), String.join(" or ", names)));
    }
    int which = wanted.map(names::indexOf).orElse(0);
    if (which < 0) {
      throw new BadInputException(
          "%s is %s, but %s provides %s%s"
              .formatted(
                  name.name(),
                  wanted.orElseThrow(),
                  option,
                  String.join(", ", names),
                  SpellingSuggestion.hint(wanted.orElseThrow(), names)));
    }
    return settings.with(name, compiled.get(which));
  }
}
