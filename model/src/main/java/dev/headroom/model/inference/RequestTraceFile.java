package dev.headroom.model.inference;

import dev.headroom.model.inference.RequestTrace.Request;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reader of request trace files that services publish, distinguished by their first character:
 *
 * <ul>
 *   <li>CSV, of Azure (Azure/AzurePublicDataset, AzureLLMInferenceDataset2023.md and 2024): columns
 *       {@code TIMESTAMP}, a date and time such as {@code 2023-11-16 18:15:46.6805900} or with a
 *       zone, and {@code ContextTokens}, tokens of the prompt.
 *   <li>JSON, an object a line, of Mooncake (kvcache-ai/Mooncake, FAST25-release): {@code
 *       timestamp}, in milliseconds, and {@code input_length}, tokens of the prompt.
 * </ul>
 *
 * What else they tell is not needed: tokens of answers, and blocks of prompts that are in a cache.
 */
public final class RequestTraceFile {
  private static final String TIME = "TIMESTAMP";
  private static final String TOKENS = "ContextTokens";
  private static final Pattern ZONE = Pattern.compile(".*(Z|[+-]\\d\\d:\\d\\d)$");
  private static final BigDecimal PS_PER_MS = BigDecimal.valueOf(1_000_000_000L);

  /** So far from the first a request may come, in picoseconds: 46 days. */
  private static final BigDecimal FARTHEST_PS = BigDecimal.valueOf(4e18);

  /** Before the point of a number, and behind it. */
  private static final int MOST_DIGITS = 30;

  private static final BigDecimal TOO_LARGE = BigDecimal.valueOf(1, -2 * MOST_DIGITS);

  /** Of five digits and more. */
  private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?[0-9]{5}");

  private static final String LENGTH = "a whole number from 1 to " + PromptLengths.MOST_TOKENS;
  private static final JsonMapper JSON = new JsonMapper();

  private final List<Request> requests = new ArrayList<>();
  private Optional<BigDecimal> firstPs = Optional.empty();
  private int line;

  private RequestTraceFile() {}

  /** A place in a file that cannot be read; the message says what is wrong. */
  public static final class BadPlace extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String right;

    BadPlace(int line, int column, String what, String right) {
      super(what);
      this.line = line;
      this.column = column;
      this.right = right;
    }

    /** Counted from 1. */
    public int line() {
      return line;
    }

    /** Counted from 1, in characters. */
    public int column() {
      return column;
    }

    /** What would be right. */
    public String right() {
      return right;
    }
  }

  /**
   * Reads one.
   *
   * @throws BadPlace at the first thing that is wrong
   */
  public static RequestTrace read(String content) {
    return new RequestTraceFile().readAll(content);
  }

  private RequestTrace readAll(String content) {
    Optional<Columns> columns = Optional.empty();
    for (String text : content.lines().toList()) {
      line++;
      String bare = line == 1 && text.startsWith("\ufeff") ? text.substring(1) : text;
      if (bare.isBlank()) {
        continue;
      }
      if (columns.isPresent()) {
        csv(bare, columns.get());
      } else if (bare.stripLeading().startsWith("{")) {
        json(bare);
      } else if (requests.isEmpty()) {
        columns = Optional.of(columns(bare));
      } else {
        throw bad(1, "this line is not a JSON object, but the lines before it are", mooncake());
      }
      if (requests.size() > RequestTrace.MOST_REQUESTS) {
        throw bad(1, "this request exceeds the limit", "at most " + RequestTrace.MOST_REQUESTS);
      }
    }
    if (requests.isEmpty()) {
      line = Math.max(1, line);
      throw bad(1, "this line has no request", "lines such as " + mooncake());
    }
    return RequestTrace.of(requests);
  }

  private static String mooncake() {
    return "{\"timestamp\": 250, \"input_length\": 1500}";
  }

  private BadPlace bad(int column, String what, String right) {
    return new BadPlace(line, column, what, right);
  }

  // --- CSV --------------------------------------------------------------------------------------

  private record Columns(int time, int tokens) {}

  private Columns columns(String header) {
    List<String> names =
        fields(header).stream().map(field -> field.text.toLowerCase(Locale.ROOT)).toList();
    int time = names.indexOf(TIME.toLowerCase(Locale.ROOT));
    int tokens = names.indexOf(TOKENS.toLowerCase(Locale.ROOT));
    if (time < 0 || tokens < 0) {
      throw bad(
          1,
          "missing column " + (time < 0 ? TIME : TOKENS),
          "a first line TIMESTAMP,ContextTokens,GeneratedTokens, or lines such as " + mooncake());
    }
    return new Columns(time, tokens);
  }

  /**
   * One field.
   *
   * @param column where it begins, from 1
   */
  private record Field(String text, int column) {}

  /** Neither times nor numbers stand in quotation marks there. */
  private static List<Field> fields(String row) {
    List<Field> fields = new ArrayList<>();
    int begin = 0;
    for (String each : row.split(",", -1)) {
      int blank = each.length() - each.stripLeading().length();
      fields.add(new Field(each.strip(), begin + blank + 1));
      begin += each.length() + 1;
    }
    return fields;
  }

  private void csv(String row, Columns columns) {
    List<Field> fields = fields(row);
    int needed = Math.max(columns.time, columns.tokens);
    if (fields.size() <= needed) {
      throw bad(
          row.length() + 1,
          "this line has %d fields, and the header names more".formatted(fields.size()),
          "as many fields as the header");
    }
    Instant at = instant(fields.get(columns.time));
    BigDecimal ps =
        BigDecimal.valueOf(at.getEpochSecond())
            .movePointRight(12)
            .add(BigDecimal.valueOf(at.getNano()).movePointRight(3));
    Field tokens = fields.get(columns.tokens);
    add(ps, fields.get(columns.time).column, tokens.text, tokens.column);
  }

  private Instant instant(Field field) {
    String text = field.text.replaceFirst(" ", "T");
    try {
      return ZONE.matcher(text).matches()
          ? OffsetDateTime.parse(text).toInstant()
          : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw bad(
          field.column,
          "'%s' is not a date and time".formatted(field.text),
          "a date such as 2023-11-16 18:15:46.6805900");
    }
  }

  // --- JSON -------------------------------------------------------------------------------------

  private void json(String text) {
    Optional<Figure> time = Optional.empty();
    Optional<Figure> tokens = Optional.empty();
    try (JsonParser parser = JSON.createParser(text)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        int column = parser.currentTokenLocation().getColumnNr();
        switch (name) {
          case "timestamp" -> time = Optional.of(number(name, value, parser, column));
          case "input_length" -> tokens = Optional.of(number(name, value, parser, column));
          default -> parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw bad(
            parser.currentTokenLocation().getColumnNr(),
            "more text after the object",
            "one object per line");
      }
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw bad(at == null ? 1 : Math.max(1, at.getColumnNr()), "this is not JSON", mooncake());
    }
    if (time.isEmpty() || tokens.isEmpty()) {
      throw bad(
          1,
          "missing field \"%s\"".formatted(time.isEmpty() ? "timestamp" : "input_length"),
          mooncake());
    }
    BigDecimal ps = time.get().value.multiply(PS_PER_MS);
    add(ps, time.get().column, tokens.get().value.toPlainString(), tokens.get().column);
  }

  /**
   * One number.
   *
   * @param column where it begins, from 1
   */
  private record Figure(BigDecimal value, int column) {}

  private Figure number(String name, JsonToken value, JsonParser parser, int column) {
    if (value == null || !value.isNumeric()) {
      throw bad(
          column,
          "\"%s\" is not a number".formatted(name),
          "timestamp".equals(name) ? "milliseconds" : LENGTH);
    }
    String digits = parser.getString();
    // 1e9999999999 is a number to JSON, and none to Java.
    BigDecimal figure =
        EXPONENT.matcher(digits).find() || digits.length() > 4 * MOST_DIGITS
            ? TOO_LARGE
            : new BigDecimal(digits);
    // 1e999999999 is a number of one digit, and has a billion once it is written out.
    if (Math.abs((long) figure.precision() - figure.scale()) > MOST_DIGITS
        || Math.abs((long) figure.scale()) > MOST_DIGITS) {
      throw bad(
          column,
          "\"%s\" is too large or has too many digits".formatted(name),
          "timestamp".equals(name) ? "milliseconds" : LENGTH);
    }
    return new Figure(figure, column);
  }

  // --- both -------------------------------------------------------------------------------------

  private void add(BigDecimal ps, int timeColumn, String tokens, int tokensColumn) {
    BigDecimal from = firstPs.orElse(ps);
    firstPs = Optional.of(from);
    BigDecimal after = ps.subtract(from);
    if (after.abs().compareTo(FARTHEST_PS) > 0) {
      throw bad(timeColumn, "this time is too far from the first one", "up to 46 days");
    }
    long length;
    try {
      length = Long.parseLong(tokens);
    } catch (NumberFormatException e) {
      throw bad(tokensColumn, "'%s' is not a number of tokens".formatted(tokens), LENGTH);
    }
    if (!RequestTrace.isLength(length)) {
      throw bad(tokensColumn, "%d is not a valid number of tokens".formatted(length), LENGTH);
    }
    requests.add(
        new Request(
            after.setScale(0, RoundingMode.HALF_UP).longValueExact(), Math.toIntExact(length)));
  }
}
