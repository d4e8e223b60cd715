package dev.headroom.audit.coverage;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.model.fabric.Glob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Facts that no rule judges on purpose: names, serial numbers, amounts of traffic. The table {@code
 * descriptive-facts.tsv} lists them with the reasons.
 */
public final class DescriptiveFacts {
  private static final String TABLE = "descriptive-facts.tsv";

  /** Answers that are remembered: inputs of many hosts have the same keys. */
  private static final int MOST_REMEMBERED = 50_000;

  /** Values of JSON and YAML whose members are facts of their own. */
  private static final Set<String> CONTAINERS = Set.of("{...}", "[...]", "");

  private static final DescriptiveFacts LISTED = new DescriptiveFacts(read());

  private final List<Entry> entries;
  private final Map<SubjectKind, List<Entry>> byKind = new EnumMap<>(SubjectKind.class);
  private final Map<SubjectKind, Map<String, Boolean>> remembered = new ConcurrentHashMap<>();

  /**
   * Key of a row of the table.
   *
   * @param kind of which subjects
   * @param keys whether it names a key of such a fact
   * @param text the keys as the table has them; {@code *} stands for any text
   * @param reason why no rule judges them
   */
  public record Entry(SubjectKind kind, Predicate<String> keys, String text, String reason) {
    /** Whether it lists this fact. */
    public boolean covers(Fact fact) {
      return fact.subject().kind() == kind && keys.test(fact.key());
    }
  }

  private DescriptiveFacts(List<Entry> entries) {
    this.entries = List.copyOf(entries);
    entries.forEach(each -> byKind.computeIfAbsent(each.kind(), _ -> new ArrayList<>()).add(each));
  }

  /** The table. */
  public static DescriptiveFacts listed() {
    return LISTED;
  }

  /** The keys of all rows, in the table's order. */
  public List<Entry> entries() {
    return entries;
  }

  /**
   * Whether the table lists this fact, or its value is only the container of others. Safe for
   * several threads.
   */
  public boolean covers(Fact fact) {
    if (CONTAINERS.contains(fact.value())) {
      return true;
    }
    Map<String, Boolean> ofKind =
        remembered.computeIfAbsent(fact.subject().kind(), _ -> new ConcurrentHashMap<>());
    Boolean known = ofKind.get(fact.key());
    if (known == null) {
      known =
          byKind.getOrDefault(fact.subject().kind(), List.of()).stream()
              .anyMatch(each -> each.covers(fact));
      if (ofKind.size() < MOST_REMEMBERED) {
        ofKind.put(fact.key(), known);
      }
    }
    return known;
  }

  private static List<Entry> read() {
    try (InputStream in =
        Objects.requireNonNull(DescriptiveFacts.class.getResourceAsStream(TABLE), TABLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .flatMap(line -> entries(line).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One for each key of a row. */
  private static List<Entry> entries(String line) {
    String[] cells = line.split("\t");
    if (cells.length != 3) {
      throw new IllegalStateException(TABLE + ": not three cells: " + line);
    }
    SubjectKind kind = SubjectKind.valueOf(cells[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    return Stream.of(cells[1].split(", "))
        .map(keys -> new Entry(kind, Glob.of(keys), keys, cells[2]))
        .toList();
  }
}
