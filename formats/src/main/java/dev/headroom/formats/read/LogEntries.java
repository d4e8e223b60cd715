package dev.headroom.formats.read;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Entries of a log in which each entry is a JSON object with a line in it, in the formats of
 * several log services:
 *
 * <ul>
 *   <li>Docker's json-file driver: {@code {"log":"...\n","stream":"stdout","time":"..."}}, and what
 *       ships that on with the pod beside it (Docker documentation, JSON File logging driver);
 *   <li>Google Cloud Logging: {@code textPayload}, or a message in {@code jsonPayload} (Cloud
 *       Logging API, LogEntry);
 *   <li>programs and shippers that write {@code message} beside a time or level;
 *   <li>{@code aws logs get-log-events}: {@code message} beside {@code ingestionTime} (CloudWatch
 *       Logs API, OutputLogEvent);
 *   <li>{@code journalctl -o json}: {@code MESSAGE}, of the kernel with its clock (systemd,
 *       systemd.journal-fields(7)).
 * </ul>
 */
final class LogEntries {
  private static final int DEEPEST = 100;

  /** Entries are a document each, or stand in a list, or in a list that an object has. */
  private static final int DEEPEST_ENTRY = 2;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(DEEPEST).maxNameLength(1000).build())
          .build();

  /** Of which each entry has one as a name. */
  private static final List<String> NAMES =
      List.of("\"log\"", "\"textPayload\"", "\"jsonPayload\"", "\"message\"", "\"MESSAGE\"");

  /** What an entry's message stands beside: a tool's own result has none of these. */
  private static final Set<String> BESIDE =
      Set.of(
          "@timestamp",
          "timestamp",
          "time",
          "ts",
          "level",
          "severity",
          "stream",
          "kubernetes",
          "ingestionTime");

  private static final List<String> MESSAGES = List.of("message", "MESSAGE", "msg", "log");

  /**
   * Docker hands a longer line on in pieces of this size, bytes (moby, daemon/logger/copier.go).
   */
  private static final int PIECE = 16 << 10;

  private LogEntries() {}

  /**
   * An entry.
   *
   * @param line where its text begins, counted from 1 within the JSON
   * @param first where it begins, likewise
   * @param last where it ends
   * @param text of a line or more, without the end of the last
   * @param stream of the program, or blank
   * @param goesOn whether the text breaks off and the next entry of that stream goes on with it
   * @param time when, as it is written; blank where it is not said as a text
   * @param isCertain whether nothing but a log has such an object in it
   */
  record Entry(
      int line,
      int first,
      int last,
      String text,
      String stream,
      boolean goesOn,
      String time,
      boolean isCertain) {}

  /** Quick, and true of all JSON that has an entry in it. */
  private static boolean mayBeIn(String json) {
    for (String name : NAMES) {
      if (json.contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** The entry that a line is, from its first brace to its last. */
  static Optional<Entry> of(String line) {
    String json = line.strip();
    json = json.endsWith(",") ? json.substring(0, json.length() - 1) : json;
    if (!json.startsWith("{") || !json.endsWith("}") || !mayBeIn(json)) {
      return Optional.empty();
    }
    List<Entry> entries = new ArrayList<>();
    return read(json, 0, entries) && entries.size() == 1
        ? Optional.of(entries.getFirst())
        : Optional.empty();
  }

  /** The entries of a document, up to where it ends or breaks off. */
  static List<Entry> parse(String json) {
    List<Entry> entries = new ArrayList<>();
    read(json, DEEPEST_ENTRY, entries);
    return entries;
  }

  /** Whether it is JSON to its end. */
  private static boolean read(String json, int deepest, List<Entry> entries) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      Deque<Level> levels = new ArrayDeque<>();
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        token(token, parser, levels).filter(_ -> levels.size() <= deepest).ifPresent(entries::add);
      }
      return true;
    } catch (JacksonException e) {
      return false;
    }
  }

  private static Optional<Entry> token(JsonToken token, JsonParser parser, Deque<Level> levels) {
    int line = parser.currentTokenLocation().getLineNr();
    Level here = levels.peek();
    switch (token) {
      case START_OBJECT, START_ARRAY -> levels.push(new Level(line));
      case PROPERTY_NAME -> {
        if (here != null) {
          here.name = parser.currentName();
          here.lines.put(here.name, line);
        }
      }
      case END_OBJECT, END_ARRAY -> {
        Level ended = levels.pop();
        Level above = levels.peek();
        if (above != null && above.name.equals("jsonPayload")) {
          ended.message().ifPresent(text -> above.texts.put("jsonPayload", text));
        } else {
          return ended.entry(line);
        }
      }
      case VALUE_STRING -> {
        if (here != null) {
          here.texts.put(here.name, parser.getString());
        }
      }
      default -> {}
    }
    return Optional.empty();
  }

  /** An object that is being read, or an array. */
  private static final class Level {
    final int first;
    final Map<String, String> texts = new HashMap<>();

    /** Where each name stands. */
    final Map<String, Integer> lines = new HashMap<>();

    String name = "";

    Level(int first) {
      this.first = first;
    }

    Optional<String> message() {
      return MESSAGES.stream().filter(texts::containsKey).findFirst().map(texts::get);
    }

    Optional<Entry> entry(int last) {
      for (String payload : List.of("textPayload", "jsonPayload")) {
        if (texts.containsKey(payload)) {
          return Optional.of(entry(payload, last));
        }
      }
      boolean carried = lines.keySet().stream().anyMatch(BESIDE::contains);
      if (carried && texts.containsKey("log")) {
        return Optional.of(entry("log", last));
      }
      if (carried && texts.containsKey("message")) {
        return Optional.of(entry("message", last));
      }
      return texts.containsKey("MESSAGE") && lines.containsKey("__REALTIME_TIMESTAMP")
          ? Optional.of(entry("MESSAGE", last))
          : Optional.empty();
    }

    private Entry entry(String key, int last) {
      String said = texts.getOrDefault(key, "");
      String text = said.endsWith("\n") ? said.substring(0, said.length() - 1) : said;
      boolean piece = key.equals("log") && text.length() == said.length();
      return new Entry(
          lines.getOrDefault(key, first),
          first,
          last,
          key.equals("MESSAGE") ? clock() + text : text,
          texts.getOrDefault("stream", ""),
          piece && said.getBytes(StandardCharsets.UTF_8).length >= PIECE,
          texts.getOrDefault("timestamp", ""),
          !key.equals("message") || lines.containsKey("ingestionTime"));
    }

    /**
     * As the kernel prints its clock before what it says, seconds of six digits after the point.
     */
    private String clock() {
      String micros = texts.getOrDefault("_SOURCE_MONOTONIC_TIMESTAMP", "");
      return texts.getOrDefault("_TRANSPORT", "").equals("kernel") && micros.matches("\\d{1,15}")
          ? "[%5d.%06d] "
              .formatted(Long.parseLong(micros) / 1_000_000, Long.parseLong(micros) % 1_000_000)
          : "";
    }
  }
}
