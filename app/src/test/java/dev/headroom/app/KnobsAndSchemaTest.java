package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Knobs;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class KnobsAndSchemaTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldListEveryKnobAsJson() {
    assertThat(run("knobs", "--json")).isZero();
    JsonNode root = JsonMapper.builder().build().readTree(out.toString());
    assertThat(root.get("knobs")).hasSize(Knobs.all().size());
    assertThat(root.get("presets")).isNotEmpty();
  }

  @Test
  void shouldListSomeKnobsForPeople() {
    assertThat(run("knobs", "kmin")).isZero();
    assertThat(out.toString())
        .startsWith("congestion.kmin")
        .contains("default: 4KB per Gb/s", "presets: article 20KB, paper 5KB")
        .doesNotContain("pfc.");
  }

  @Test
  void shouldGuessWhichKnobWasMeant() {
    assertThat(run("knobs", "congestion.kmn")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean 'congestion.kmin'?");
  }

  @Test
  void shouldPrintTheSchemaAndNothingElse() {
    assertThat(run("schema")).isZero();
    JsonNode schema = JsonMapper.builder().build().readTree(out.toString());
    assertThat(schema.get("$schema").asString()).endsWith("2020-12/schema");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
