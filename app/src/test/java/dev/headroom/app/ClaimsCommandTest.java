package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.claims.Claims;
import dev.headroom.app.claims.ClaimsPage;
import dev.headroom.app.claims.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ClaimsCommandTest {
  private static final Path PAGE = Path.of("..", "docs", "claims.md");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldTestOne() {
    assertThat(run("claims", "--json", "--only", "S2:352b")).isZero();
    JsonNode claims = JsonMapper.builder().build().readTree(out.toString()).get("claims");
    assertThat(claims).hasSize(1);
    JsonNode claim = claims.get(0);
    assertThat(claim.get("id").asString()).isEqualTo("S2:352b");
    assertThat(claim.get("verdict").asString()).isEqualTo("refuted");
    assertThat(claim.get("measured").get(0).get("value").asDouble()).isEqualTo(0.75);
  }

  @Test
  void shouldTestALine() {
    assertThat(run("claims", "--only", "S2:352")).isZero();
    assertThat(out.toString()).contains("S2:352a", "S2:352f").doesNotContain("S2:350");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80, "fits a terminal");
  }

  @Test
  void shouldSayThatThereIsNoSuchClaim() {
    assertThat(run("claims", "--only", "S2:9999")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no claim 'S2:9999'").doesNotContain("\tat ");
  }

  /** {@code -Dheadroom.golden=update} writes the page anew. */
  @Test
  void shouldBeWhatThePageSays() throws IOException {
    String page = ClaimsPage.of(Claims.all().stream().map(Verdict::of).toList());
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
