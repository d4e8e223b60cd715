package dev.headroom.web.glossary;

import dev.headroom.web.glossary.GlossaryTerm.Use;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reader of the glossary's file. What is wrong with it is told with file, line and what would be
 * right.
 */
public final class GlossaryReader {
  private static final String RESOURCE = "glossary.yaml";
  private static final Set<String> PARTS = Set.of("terms", "history");
  private static final Set<String> GROUP_KEYS = Set.of("group", "entries");
  private static final Set<String> TERM_KEYS =
      Set.of("term", "also", "use", "meaning", "source", "command");
  private static final Set<String> EVENT_KEYS = Set.of("date", "what", "told", "source");
  private static final String PLACE = "S[0-4]:[1-9]\\d*";
  private static final String DATE = "\\d{4}(-\\d{2}){0,2}";

  private final Map<String, GlossaryFields> known = new HashMap<>();
  private final List<GlossaryTerm> terms = new ArrayList<>();
  private final List<HistoryEvent> history = new ArrayList<>();

  private GlossaryReader() {}

  /** The glossary that Headroom comes with. */
  public static Glossary builtIn() {
    try (InputStream in =
        Objects.requireNonNull(GlossaryReader.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return read(new String(in.readAllBytes(), StandardCharsets.UTF_8), RESOURCE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A glossary.
   *
   * @param text YAML
   * @param file its name in messages
   * @throws GlossaryException at the first thing that is wrong
   */
  static Glossary read(String text, String file) {
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    Optional<Node> root;
    try {
      root = new Compose(settings).composeString(text);
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new GlossaryException(file, line, "this is not YAML: " + e.getProblem());
    }
    Node node = root.orElseThrow(() -> new GlossaryException(file, 1, "the file is empty"));
    GlossaryReader reader = new GlossaryReader();
    GlossaryFields parts = GlossaryFields.of(node, file, PARTS);
    for (GlossaryFields group : parts.blocks("terms", GROUP_KEYS)) {
      String title = group.text("group");
      group.blocks("entries", TERM_KEYS).forEach(each -> reader.term(title, each));
    }
    parts.blocks("history", EVENT_KEYS).forEach(reader::event);
    return new Glossary(reader.terms, reader.history);
  }

  private void term(String group, GlossaryFields fields) {
    String command = fields.text("command");
    if (!command.startsWith("headroom ")) {
      throw fields.fault("command", "'" + command + "' does not begin with 'headroom '");
    }
    GlossaryTerm term =
        new GlossaryTerm(
            fields.text("term"),
            group,
            fields.texts("also"),
            uses(fields, "use"),
            fields.text("meaning"),
            fields.text("source"),
            command);
    for (String name : term.names().toList()) {
      GlossaryFields other = known.putIfAbsent(Glossary.fold(name), fields);
      if (other != null) {
        throw fields.fault("term", "'" + name + "' is also in line " + other.line());
      }
    }
    terms.add(term);
  }

  private void event(GlossaryFields fields) {
    String date = fields.text("date");
    if (!date.matches(DATE)) {
      throw fields.fault("date", "'" + date + "' is not a date; write 1995, 1995-12 or 1995-12-03");
    }
    if (!history.isEmpty() && history.getLast().date().compareTo(date) > 0) {
      throw fields.fault("date", "'" + date + "' follows a later date");
    }
    Optional<Use> told = uses(fields, "told").stream().findFirst();
    history.add(new HistoryEvent(date, fields.text("what"), told, fields.text("source")));
  }

  private static List<Use> uses(GlossaryFields fields, String key) {
    List<Use> uses = new ArrayList<>();
    fields
        .pairs(key)
        .forEach((place, words) -> {
          if (!place.matches(PLACE)) {
            throw fields.fault(
                key, "'" + place + "' is not an article and line; write one such as S2:352");
          }
          uses.add(new Use(place, words));
        });
    return uses;
  }
}
