package dev.headroom.app.input;

import dev.headroom.formats.chakra.ChakraReader;
import dev.headroom.formats.hpcc.HpccReader;
import dev.headroom.formats.simai.SimaiReader;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.ConflictingValuesException;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.model.yaml.Problem;
import dev.headroom.tune.sweep.SettingsSource;
import dev.headroom.tune.sweep.SweptKey;
import dev.headroom.tune.trial.ScenarioText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Scenario of a sweep, read once: values are checked before anything runs, and the files that the
 * scenario or a value names become part of the plan.
 */
public final class SweptScenario {
  /** Settings that are searched for one in which a value is right. */
  private static final long MOST_TRIED = 1_000;

  private final Path file;
  private final String text;
  private final List<String> sets;
  private final Map<String, String> files = new LinkedHashMap<>();

  private SweptScenario(Path file, String text, List<String> sets) {
    this.file = file;
    this.text = text;
    this.sets = sets;
  }

  /**
   * Reads a scenario's file.
   *
   * @param sets {@code key=value}, laid over it for every trial
   */
  public static SweptScenario read(Path file, List<String> sets) throws IOException {
    if (!UserTextReader.isStandardInput(file)) {
      if (!Files.exists(file)) {
        throw new NoSuchFileException(file.toString());
      }
      if (Files.isRegularFile(file)
          && (HpccReader.accepts(file)
              || ChakraReader.accepts(file)
              || SimaiReader.accepts(file))) {
        throw new BadInputException(
            file
                + ": is an input of another simulator; a sweep needs a scenario in YAML, which "
                + "headroom convert writes");
      }
    }
    try {
      return new SweptScenario(file, new UserTextReader().readOnce(file), sets);
    } catch (CharacterCodingException e) {
      throw new BadInputException(
          UserTextReader.named(file) + ": is not UTF-8 text, so it is not a scenario", e);
    }
  }

  /**
   * A scenario that comes from no file of its own.
   *
   * @param name for messages and output
   */
  public static SweptScenario ofText(Path name, String text, List<String> sets) {
    return new SweptScenario(name, text, sets);
  }

  /** The scenario without any varied setting. */
  public Scenario base() {
    return switch (outcome(List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw bad.misfit()
              ? new ConflictingValuesException(told(bad))
              : new BadInputException(told(bad));
    };
  }

  /**
   * Refuses a value that is right in none of the settings. Values that contradict each other in
   * some settings are found when their trials run.
   *
   * @param option that the values are from, as messages name it
   */
  public void check(List<SweptKey> keys, SettingsSource settings, String option) {
    for (SweptKey key : keys) {
      List<String> values =
          switch (key) {
            case SweptKey.Choices choices -> choices.values();
            case SweptKey.Range range -> List.of(range.from(), range.to());
            case SweptKey.Linked linked -> linked(linked.key(), settings);
          };
      for (String value : values) {
        check(key.key(), value, settings, option);
      }
    }
  }

  private static List<String> linked(String key, SettingsSource settings) {
    return Optional.ofNullable(settings.settings(0).get(key)).stream().toList();
  }

  private void check(String key, String value, SettingsSource settings, String option) {
    String set = key + "=" + value;
    if (!(outcome(List.of(set)) instanceof ScenarioReader.Bad bad) || bad.misfit()) {
      return;
    }
    for (long number = 0; number < Math.min(settings.count(), MOST_TRIED); number++) {
      Map<String, String> others = settings.settings(number);
      if (value.equals(others.get(key))
          && (!(outcome(sets(others)) instanceof ScenarioReader.Bad other) || other.misfit())) {
        return;
      }
    }
    throw new BadInputException(told(bad).replace("--set " + set + ":", option + " " + set + ":"));
  }

  private static List<String> sets(Map<String, String> settings) {
    return settings.entrySet().stream().map(Map.Entry::toString).toList();
  }

  private ScenarioReader.Outcome outcome(List<String> more) {
    List<String> all = new ArrayList<>(sets);
    all.addAll(more);
    return ScenarioReader.read(text, name(), all, this::referenced);
  }

  private Optional<String> referenced(String name) {
    Optional<String> found = new ReferencedFiles(file).text(name);
    found.ifPresent(content -> files.put(name, content));
    return found;
  }

  private String name() {
    return UserTextReader.named(file).toString();
  }

  private static String told(ScenarioReader.Bad bad) {
    return bad.problems().stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }

  /** The scenario with all files that were read for it so far. */
  public ScenarioText text() {
    return new ScenarioText(name(), text, files, sets);
  }
}
