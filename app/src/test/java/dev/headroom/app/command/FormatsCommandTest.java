package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class FormatsCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldListEveryKindIn80Columns() {
    assertThat(run("formats")).isZero();
    assertThat(out.toString())
        .contains(FormatCatalogue.kinds().stream().map(FormatKind::id).toList());
    assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void shouldPrintEveryIgnoredPatternWhole() {
    assertThat(run("formats", "--ignored")).isZero();
    assertThat(out.toString())
        .contains(
            FormatCatalogue.kinds().stream()
                .flatMap(kind -> kind.ignored().stream())
                .map(IgnoredLine::pattern)
                .map(Object::toString)
                .toList());
  }

  @Test
  void shouldPrintJson() {
    assertThat(run("formats", "lspci", "ibstat", "--json")).isZero();
    JsonNode formats = JsonMapper.shared().readTree(out.toString()).get("formats");

    assertThat(formats.size()).isEqualTo(2);
    assertThat(formats.get(0).get("kind").asString()).isEqualTo("lspci");
    assertThat(formats.get(0).get("ignored").get(0).get("why").asString()).isNotBlank();
  }

  @Test
  void shouldHintAtTheKindThatWasMeant() {
    assertThat(run("formats", "lspcii")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("no format 'lspcii'").contains("lspci");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }
}
