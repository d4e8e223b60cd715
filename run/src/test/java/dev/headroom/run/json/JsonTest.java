package dev.headroom.run.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class JsonTest {

  @Test
  void shouldReadBackAsItWas() {
    String odd = "\"\\/<script>&\u0000\u001f\n\t\u2028ü😀";
    String json = Json.indented().object().put("odd", odd).endObject().toString();

    assertThat(JsonMapper.shared().readTree(json).get("odd").stringValue()).isEqualTo(odd);
  }

  @Test
  void shouldNeverEndAScriptElement() {
    assertThat(Json.compact().array().add("</script><!--").endArray().toString())
        .doesNotContain("<", ">");
  }

  @Test
  void shouldEscapeHalfACharacter() {
    assertThat(Json.compact().array().add("\ud83d").endArray().toString())
        .isEqualTo("[\"\\ud83d\"]");
  }

  @Test
  void shouldHaveNoWordForWhatIsNoNumber() {
    assertThat(Json.compact().array().add(Double.NaN).add(1e300).add(0.25).add(3.0).endArray())
        .hasToString("[null,1.0E300,0.25,3]");
  }

  @Test
  void shouldIndent() {
    String json =
        Json.indented()
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
    fill(Json.indented(new PrintWriter(written))).end();

    assertThat(written.toString())
        .isEqualTo(fill(Json.indented()) + "\n")
        .hasSizeGreaterThan(200_000);
  }

  private static Json fill(Json json) {
    json.object().array("names");
    for (int i = 0; i < 10_000; i++) {
      json.object().put("name", "a name with <" + i + ">").endObject();
    }
    return json.endArray().endObject();
  }
}
