package dev.headroom.model.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.model.inference.RequestTrace.Request;
import dev.headroom.model.inference.RequestTraceFile.BadPlace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestTraceFileTest {
  private static final long MS = 1_000_000_000L;

  /** Columns go by their names, whatever their order; times with or without a zone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        TIMESTAMP,ContextTokens,GeneratedTokens
        2023-11-16 23:59:59.9999000,4808,10
        2023-11-17 00:00:00.0009000,3180,8
        """,
        """

        \ufeffContextTokens, Timestamp
        4808, 2024-05-10 02:00:00.0009+02:00
        3180, 2024-05-10T00:00:00.0019Z
        """,
        """
        {"timestamp": 1699000027482, "input_length": 4808, "output_length": 52, "hash_ids": [46, 47]}

        {"session": {"id": "{"}, "input_length": 3180, "timestamp": 1699000027483.0}
        """
      })
  void shouldReadWhatServicesPublish(String content) {
    String text = content.startsWith("\n") ? content.substring(1) : content;
    assertThat(RequestTraceFile.read(text).requests())
        .containsExactly(new Request(0, 4808), new Request(MS, 3180));
  }

  @Test
  void shouldPutRequestsInTheOrderInWhichTheyCame() {
    String line = "{\"timestamp\": %d, \"input_length\": %d}\n";
    String content = line.formatted(9, 1) + line.formatted(4, 2) + line.formatted(9, 3);
    RequestTrace trace = RequestTraceFile.read(content);
    assertThat(trace.requests())
        .containsExactly(new Request(0, 2), new Request(5 * MS, 1), new Request(5 * MS, 3));
    assertThat(RequestTrace.TYPE.parser().apply(trace.text())).isEqualTo(trace);
  }

  /** By line and column, what is wrong, and what would be right. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "''|1|1|this line has no request|lines such as",
        "TIMESTAMP,ContextTokens|1|1|this line has no request|lines such as",
        "time,tokens/1,2|1|1|missing column TIMESTAMP|a first line TIMESTAMP,ContextTokens",
        "TIMESTAMP,x/2023-11-16 18:15:46,5|1|1|missing column ContextTokens|a first line",
        "TIMESTAMP,ContextTokens/2023-11-16 18:15:46|2|20|this line has 1 fields|as many fields",
        "TIMESTAMP,ContextTokens/2023-13-16 18:15:46,5|2|1|'2023-13-16 18:15:46' is not a "
            + "date|a date such as",
        "TIMESTAMP,ContextTokens/2023-11-16 18:15:46, 0|2|22|0 is not a valid number of "
            + "tokens|a whole number",
        "TIMESTAMP,ContextTokens/2023-11-16 18:15:46,1.5|2|21|'1.5' is not a number of tokens|a whole",
        "TIMESTAMP,ContextTokens/2023-11-16 18:15:46,5/2024-11-16 18:15:46,5|3|1|this time is too"
            + " far|46 days",
        "{'timestamp': 1, 'input_length': 'x'}|1|34|'input_length' is not a number|a whole number",
        "{'timestamp': 1e999999999, 'input_length': 5}|1|15|'timestamp' is too large|milliseconds",
        "{'timestamp': 1, 'input_length': 1e999999999}|1|34|'input_length' is too large|a whole",
        "{'timestamp': 1e-999999999, 'input_length': 5}|1|15|or has too many digits|milliseconds",
        "{'timestamp': null, 'input_length': 5}|1|15|'timestamp' is not a number|milliseconds",
        "{'timestamp': 1}|1|1|missing field 'input_length'|{'timestamp'",
        "{'input_length': 1}|1|1|missing field 'timestamp'|{'timestamp'",
        "{'timestamp': 1, 'input_length': 20000000}|1|34|20000000 is not a valid number of "
            + "tokens|a whole",
        "{'timestamp': 1, 'input_length': 5}/1,5|2|1|this line is not a JSON object|{'timestamp'",
        "{'timestamp': 1, 'input_length': 5} 7|1|37|more text after|one object per line",
        "{'timestamp': 1,, 'input_length': 5}|1|17|this is not JSON|{'timestamp'"
      })
  void shouldSayWhatIsWrongAndWhere(String lines, int line, int column, String what, String right) {
    boolean json = lines.startsWith("{");
    String content = lines.equals("''") ? "" : lines.replace('/', '\n');
    BadPlace bad =
        catchThrowableOfType(
            BadPlace.class,
            () -> RequestTraceFile.read(json ? content.replace('\'', '"') : content));
    assertThat(bad).isNotNull();
    assertThat(List.of(bad.line(), bad.column())).containsExactly(line, column);
    assertThat(String.valueOf(bad.getMessage())).contains(json ? what.replace('\'', '"') : what);
    assertThat(bad.right()).contains(right.replace('\'', '"'));
  }
}
