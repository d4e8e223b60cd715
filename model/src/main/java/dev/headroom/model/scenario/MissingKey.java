package dev.headroom.model.scenario;

import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Error message for a required key of a section that is missing or misspelt. */
final class MissingKey {
  private MissingKey() {}

  /**
   * Says it.
   *
   * @param section the section's name
   * @param right what the key may be
   * @return the block as it was probably meant, if the key is misspelt: by it what else is wrong is
   *     found, too
   */
  static Optional<YamlNode.Mapping> missing(
      YamlNode.Mapping block, String section, String key, String right, YamlProblems problems) {
    Optional<YamlNode.Entry> misspelt =
        block.entries().stream()
            .filter(entry -> SpellingSuggestion.nearest(entry.key(), List.of(key)).isPresent())
            .findFirst();
    misspelt.ifPresentOrElse(
        entry ->
            problems.add(
                entry.spot(),
                section + "." + entry.key(),
                "there is no such key" + SpellingSuggestion.hint(entry.key(), List.of(key)),
                right),
        () -> problems.add(block.spot(), section + "." + key, "it is missing", right));
    return misspelt.map(entry -> {
      List<YamlNode.Entry> entries = new ArrayList<>(block.entries());
      entries.set(entries.indexOf(entry), new YamlNode.Entry(key, entry.spot(), entry.value()));
      return new YamlNode.Mapping(entries, block.spot());
    });
  }
}
