package dev.headroom.model.scenario;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Named presets of knob values. Each is a file {@code presets/NAME.yaml} beside this class, which
 * is read when somebody asks for it; {@code presets/names.txt} lists them.
 */
public final class Presets {
  /** What a file of a user's own is named with, where a name would stand. */
  public static final String FILE = "file:";

  /**
   * A bundle.
   *
   * @param name as {@code preset:} names it
   * @param meaning one line: what it stands for
   * @param source where its values come from
   * @param settings its values
   * @param written the same as its file spells them, by knob name
   */
  public record Preset(
      String name, String meaning, String source, Settings settings, Map<String, String> written) {
    public Preset {
      written = Collections.unmodifiableMap(new TreeMap<>(written));
    }

    /** Its values in one section of a scenario; blank for all. */
    public Settings settings(String section) {
      return section.isEmpty()
          ? settings
          : settings.only(
              Knobs.all().stream().filter(knob -> knob.section().equals(section)).toList());
    }
  }

  private static final List<String> NAMES = resource("names.txt").lines().toList();

  private static final Map<String, Preset> READ = new ConcurrentHashMap<>();

  /**
   * What each knob has in which preset; made when it is asked for, as all files are read for it.
   */
  private static final class ByKnob {
    static final Map<String, SortedMap<String, String>> WRITTEN = new HashMap<>();

    static {
      for (Preset preset : all()) {
        preset
            .written()
            .forEach((knob, value) ->
                WRITTEN.computeIfAbsent(knob, _ -> new TreeMap<>()).put(preset.name(), value));
      }
    }

    private ByKnob() {}
  }

  private Presets() {}

  /** All of ours, in the order in which they are listed. */
  public static List<Preset> all() {
    return NAMES.stream().map(Presets::read).toList();
  }

  public static Optional<Preset> named(String name) {
    return NAMES.contains(name) ? Optional.of(read(name)) : Optional.empty();
  }

  public static List<String> names() {
    return NAMES;
  }

  /** What a knob has in ours, as their files spell it, by their names in order. */
  public static SortedMap<String, String> of(Knob<?> knob) {
    return Collections.unmodifiableSortedMap(
        ByKnob.WRITTEN.getOrDefault(knob.name(), new TreeMap<>()));
  }

  /**
   * What {@code --preset} names: one of ours, or {@code file:NAME} for a file of their own.
   *
   * @return empty if there is none of that name
   * @throws IllegalArgumentException with all that is wrong with the file, a line each
   */
  public static Optional<Preset> chosen(String name, ScenarioReader.Files files) {
    if (!name.startsWith(FILE)) {
      return named(name);
    }
    YamlProblems problems = new YamlProblems();
    Optional<Preset> read =
        new PresetReader(problems, files)
            .ofFile(fileOf(name), FilePosition.option("--preset " + name), "");
    if (!problems.none()) {
      throw new IllegalArgumentException(
          problems.inOrder().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
    return read;
  }

  /** The file that {@code file:NAME} names. */
  static String fileOf(String name) {
    return name.substring(FILE.length()).strip();
  }

  private static Preset read(String name) {
    return READ.computeIfAbsent(
        name,
        _ -> {
          String file = name + ".yaml";
          YamlProblems problems = new YamlProblems();
          return PresetFile.read(name, resource(file), file, problems)
              .orElseThrow(() -> new IllegalStateException(problems.inOrder().toString()));
        });
  }

  /** The text of a file of ours. */
  static String resource(String name) {
    try (InputStream in = Presets.class.getResourceAsStream("presets/" + name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
