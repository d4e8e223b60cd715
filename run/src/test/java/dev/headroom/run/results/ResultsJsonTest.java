package dev.headroom.run.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.headroom.run.figures.ProcessCost;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.sim.measure.DropCause;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
        MadeRun.incast64().traced(),
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
            "reassembly",
            "oversize");
  }

  @Test
  void shouldSayOfEachMemberWhatItIs() throws IOException {
    List<String> unsaid = new ArrayList<>();
    unsaid(JsonMapper.shared().readTree(schema()), "", unsaid);
    assertThat(unsaid).isEmpty();
  }

  @Test
  void shouldHaveEveryMemberInTheDocumentation() throws IOException {
    String page = Files.readString(Path.of("../docs/results.md"));
    assertThat(JsonMapper.shared().readTree(schema()).get("properties").propertyNames())
        .filteredOn(member -> !page.contains("`" + member))
        .isEmpty();
  }

  /** Members without a description, of this block and those in it. */
  private static void unsaid(JsonNode block, String path, List<String> unsaid) {
    for (String group : List.of("properties", "$defs")) {
      for (Map.Entry<String, JsonNode> member : block.path(group).properties()) {
        String name = path + "/" + member.getKey();
        if (!member.getValue().has("description")) {
          unsaid.add(name);
        }
        unsaid(member.getValue(), name, unsaid);
      }
    }
    if (block.has("items")) {
      unsaid(block.get("items"), path + "[]", unsaid);
    }
  }

  private static List<Error> errors(String json) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(schema(), InputFormat.JSON);
    return schema.validate(json, InputFormat.JSON);
  }

  private static String schema() throws IOException {
    try (InputStream in = ResultsJson.class.getResourceAsStream("results.schema.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
