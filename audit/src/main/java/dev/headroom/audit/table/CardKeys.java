package dev.headroom.audit.table;

import dev.headroom.audit.Card;
import dev.headroom.audit.Severity;
import dev.headroom.model.yaml.Forms;
import dev.headroom.model.yaml.Key;
import dev.headroom.model.yaml.Row;
import dev.headroom.model.yaml.Shape;
import dev.headroom.model.yaml.Words;
import java.util.List;
import java.util.stream.Stream;

/** YAML keys of a rule's description ({@link Card}) and of its findings. */
public final class CardKeys {
  public static final Key<String> ID =
      Key.needed(
          "id",
          Forms.line("an id", "[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*", "site.fan-failed"),
          "its name, as group.name, by which it is waived and explained");

  public static final Key<String> WHAT =
      Key.needed("what", Forms.line(), "what a finding says, as a phrase");

  public static final Key<String> ADVICE =
      Key.needed("advice", Forms.line(), "what a person should do about it");

  private static final Key<Severity> SEVERITY =
      Key.needed("severity", Words.of(Severity.class), "how bad its findings are");

  private static final Key<String> TITLE =
      Key.needed("title", Forms.line(), "what holds where all is well, as a phrase");

  private static final Key<List<String>> NEEDS =
      Key.optional(
          "needs",
          Forms.list(Forms.line()),
          "the inputs that it cannot do without, as people call them; else those of its kind");

  private static final Key<String> CAUSE =
      Key.needed("cause", Forms.line(), "why it hurts, and how that comes about");

  private static final Key<String> SOURCE =
      Key.needed("source", Forms.line(), "where that is written: a manual, a ticket, a runbook");

  private static final Key<List<Long>> MODES =
      Key.optional("modes", Forms.list(Forms.whole()), "numbers of failure modes in docs/rules.md");

  private CardKeys() {}

  /**
   * A rule's keys.
   *
   * @param tag the key that tells its kind
   * @param own those that only its kind has
   */
  public static Shape shape(String noun, Key<?> tag, Key<?>... own) {
    return new Shape(
        noun,
        Stream.of(
                Stream.of(tag, ID, SEVERITY, TITLE),
                Stream.of(own),
                Stream.of(CAUSE, SOURCE, NEEDS, MODES))
            .flatMap(keys -> keys)
            .toList());
  }

  /**
   * What a rule says of itself.
   *
   * @param usual the inputs that its kind needs
   */
  public static Card card(Row row, String... usual) {
    return new Card(
        row.get(ID),
        row.get(SEVERITY),
        row.get(TITLE),
        row.find(NEEDS).orElse(List.of(usual)),
        row.get(CAUSE),
        row.get(SOURCE),
        row.find(MODES).orElse(List.of()).stream().map(Math::toIntExact).toList());
  }
}
