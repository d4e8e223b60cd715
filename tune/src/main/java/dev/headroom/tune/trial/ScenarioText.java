package dev.headroom.tune.trial;

import dev.headroom.model.scenario.ScenarioReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Scenario as text, with the files that it names and the settings that all trials share. Another
 * machine needs nothing else to run it.
 *
 * @param name of its file, for messages and as the scenario's default name
 * @param text YAML
 * @param files texts of the files that the scenario names, by the name that it gives them
 * @param settings {@code key=value}, laid over the text for every trial
 */
public record ScenarioText(
    String name, String text, Map<String, String> files, List<String> settings) {
  public ScenarioText {
    files = Map.copyOf(files);
    settings = List.copyOf(settings);
  }

  /**
   * Reads the scenario.
   *
   * @param more {@code key=value}, laid over it last
   */
  public ScenarioReader.Outcome read(List<String> more) {
    return ScenarioReader.read(
        text, name, with(more).settings(), file -> Optional.ofNullable(files.get(file)));
  }

  /** The same with more settings, laid over it last. */
  public ScenarioText with(List<String> more) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(more);
    return new ScenarioText(name, text, files, all);
  }

  /** SHA-256 over all of it. */
  public String hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      add(digest, name);
      add(digest, text);
      new TreeMap<>(files)
          .forEach((file, content) -> {
            add(digest, file);
            add(digest, content);
          });
      settings.forEach(each -> add(digest, each));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With its length before it, so that two texts cannot be cut in another place. */
  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }
}
