package dev.headroom.run.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class JsonWriterTest {

  @Test
  void shouldReadBackAsItWas() {
    String odd = "\"\\/<script>&\u0000\u001f\n\t\u2028ü😀";
    String json = JsonWriter.indented().object().put("odd", odd).endObject().toString();

    assertThat(JsonMapper.shared().readTree(json).get("odd").stringValue()).isEqualTo(odd);
  }

  @Test
  void shouldNeverEndAScriptElement() {
    assertThat(JsonWriter.compact().array().add("</script><!--").endArray().toString())
        .doesNotContain("<", ">");
  }

  @Test
  void shouldEscapeHalfACharacter() {
    assertThat(JsonWriter.compact().array().add("\ud83d").endArray().toString())
        .isEqualTo("[\"\\ud83d\"]");
  }

  @Test
  void shouldHaveNoWordForWhatIsNoNumber() {
    assertThat(
            JsonWriter.compact().array().add(Double.NaN).add(1e300).add(0.25).add(3.0).endArray())
        .hasToString("[null,1.0E300,0.25,3]");
  }

  @Test
  void shouldIndent() {
    String json =
        JsonWriter.indented()
            .object()
            .array("a")
            .add(1)
            .endArray()
            .object("b")
            .endObject()
            .endObject()
            .toString();
    assertThat(json).isEqualTo("{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}");
  }

  @Test
  void shouldWriteWhileItIsMadeWhatItWouldReturn() {
    StringWriter written = new StringWriter();
    fill(JsonWriter.indented(new PrintWriter(written))).end();

    assertThat(written.toString())
        .isEqualTo(fill(JsonWriter.indented()) + "\n")
        .hasSizeGreaterThan(200_000);
  }

  private static JsonWriter fill(JsonWriter json) {
    json.object().array("names");
    for (int i = 0; i < 10_000; i++) {
      json.object().put("name", "a name with <" + i + ">").endObject();
    }
    return json.endArray().endObject();
  }
}
