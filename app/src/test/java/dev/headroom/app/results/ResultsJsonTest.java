package dev.headroom.app.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.headroom.sim.measure.DropCause;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ResultsJsonTest {

  @ParameterizedTest
  @MethodSource
  void shouldKeepToItsSchema(MadeRun run) throws IOException {
    assertThat(errors(ResultsJson.of(run.summary(), 2, new ProcessCost(1.5, 1 << 20)))).isEmpty();
  }

  static Stream<MadeRun> shouldKeepToItsSchema() {
    return Stream.of(
        MadeRun.permutation64(),
        MadeRun.incast64(),
        MadeRun.incast64().unfinished(40),
        MadeRun.permutation64().unfinished(64),
        MadeRun.permutation64().drop(DropCause.HEADROOM_FULL, 3, 3, 12).named("\"<\\\n\u0001ü"));
  }

  @Test
  void shouldFailWhereASchemaWouldNotHold() throws IOException {
    String json = ResultsJson.of(MadeRun.permutation64().summary(), 1, new ProcessCost(1, 1));

    assertThat(errors(json.replace("\"packetHops\"", "\"packetHop\""))).isNotEmpty();
    assertThat(errors(json.replace("\"outcome\": \"finished\"", "\"outcome\": \"done\"")))
        .isNotEmpty();
  }

  @Test
  void shouldSpellDropCausesAsTheSchemaDoes() {
    assertThat(Stream.of(DropCause.values()).map(ResultsJson::word))
        .containsExactly(
            "headroomFull",
            "linkFlap",
            "threshold",
            "bufferFull",
            "hostBuffer",
            "linkDown",
            "noRoute",
            "watchdog",
            "bitError",
            "reassembly");
  }

  private static List<Error> errors(String json) throws IOException {
    try (InputStream in = ResultsJson.class.getResourceAsStream("results.schema.json")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Schema schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
              .getSchema(text, InputFormat.JSON);
      return schema.validate(json, InputFormat.JSON);
    }
  }
}
