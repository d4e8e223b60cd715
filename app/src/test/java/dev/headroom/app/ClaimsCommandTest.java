package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.app.claims.Claim;
import dev.headroom.app.claims.Claims;
import dev.headroom.app.claims.ClaimsPage;
import dev.headroom.app.claims.Runs;
import dev.headroom.app.claims.Sources;
import dev.headroom.app.claims.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

  /**
   * Measured by the commands that stand beside each claim, as a person would type them. {@code
   * -Dheadroom.golden=update} writes the page anew.
   */
  @Test
  void shouldBeWhatThePageSays() throws IOException {
    Runs runs = Runs.eachOnce(example -> PrintedCommand.of(example.command()).scenario());
    List<Verdict> verdicts = Claims.all().stream().map(claim -> Verdict.of(claim, runs)).toList();
    assertThat(verdicts).allSatisfy(ClaimsCommandTest::saysWhyItDiffersFromSources);
    String page = ClaimsPage.of(verdicts);
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  /** Without the words behind them: {@code calc mr --size 64KiB, and --size 32MiB}. */
  static Stream<String> calculations() {
    return Claims.all().stream()
        .filter(Claim.Numeric.class::isInstance)
        .map(claim -> ((Claim.Numeric) claim).how())
        .filter(how -> how.matches("headroom (calc|knobs|latency)\\b.*"))
        .map(how -> how.substring("headroom ".length()).split("[,:;] | \\(|'")[0])
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("calculations")
  void shouldNameCalculationsThatRun(String command) {
    assertThat(run(command.split(" "))).as(err.toString()).isZero();
  }

  private static void saysWhyItDiffersFromSources(Verdict verdict) {
    Sources sources = Sources.of(verdict.claim()).orElseThrow();
    if (!sources.agreeWith(verdict.outcome())) {
      assertThat(sources.why()).as(verdict.claim().id()).isNotBlank();
      assertThat(Sources.beside(verdict)).endsWith(sources.why());
    }
  }

  /** The list that the readings are from: a line of an article there has the same sign here. */
  @Test
  void shouldReadSourcesAsTheListDoes() throws IOException {
    Path list = Path.of("..", "..", "shared", "knowledge", "claims.md");
    assumeTrue(Files.exists(list), "the checked list is not beside the checkout");
    String article = "";
    int compared = 0;
    for (String line : Files.readAllLines(list)) {
      Matcher heading = Pattern.compile("## (S\\d).*").matcher(line);
      if (heading.matches()) {
        article = heading.group(1);
      }
      String[] cells = line.split(" \\| ");
      Matcher numbers = Pattern.compile("\\((\\d+)\\)").matcher(cells[0]);
      if (cells.length < 3 || !numbers.find()) {
        continue;
      }
      String id = article + ":" + numbers.group(1);
      List<Claim> own = Claims.all().stream().filter(claim -> isOfLine(claim, id)).toList();
      if (own.size() == 1) {
        assertThat(reading(cells[1]))
            .as(id)
            .contains(Sources.of(own.getFirst()).orElseThrow().reading());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(40);
  }

  private static boolean isOfLine(Claim claim, String id) {
    return claim.id().equals(id) || claim.id().substring(0, claim.id().length() - 1).equals(id);
  }

  /** What a sign of the list means; some rows have two. */
  private static List<Sources.Reading> reading(String sign) {
    return Stream.of(
            sign.contains("OK") ? Sources.Reading.HOLDS : null,
            sign.contains("~") ? Sources.Reading.PARTLY : null,
            sign.contains("X") ? Sources.Reading.WRONG : null,
            sign.contains("?") ? Sources.Reading.UNKNOWN : null)
        .filter(Objects::nonNull)
        .toList();
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
