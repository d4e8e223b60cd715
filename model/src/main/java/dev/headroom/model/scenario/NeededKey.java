package dev.headroom.model.scenario;

import dev.headroom.model.knob.Spelling;
import dev.headroom.model.yaml.Problems;
import dev.headroom.model.yaml.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Error message for a required key of a section that is missing or misspelt. */
final class NeededKey {
  private NeededKey() {}

  /**
   * Says it.
   *
   * @param section the section's name
   * @param right what the key may be
   * @return the block as it was probably meant, if the key is misspelt: by it what else is wrong is
   *     found, too
   */
  static Optional<Yaml.Mapping> missing(
      Yaml.Mapping block, String section, String key, String right, Problems problems) {
    Optional<Yaml.Entry> misspelt =
        block.entries().stream()
            .filter(entry -> Spelling.nearest(entry.key(), List.of(key)).isPresent())
            .findFirst();
    misspelt.ifPresentOrElse(
        entry ->
            problems.add(
                entry.spot(),
                section + "." + entry.key(),
                "there is no such key" + Spelling.hint(entry.key(), List.of(key)),
                right),
        () -> problems.add(block.spot(), section + "." + key, "it is missing", right));
    return misspelt.map(entry -> {
      List<Yaml.Entry> entries = new ArrayList<>(block.entries());
      entries.set(entries.indexOf(entry), new Yaml.Entry(key, entry.spot(), entry.value()));
      return new Yaml.Mapping(entries, block.spot());
    });
  }
}
