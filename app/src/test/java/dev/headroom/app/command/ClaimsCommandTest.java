package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.app.Headroom;
import dev.headroom.app.PrintedCommand;
import dev.headroom.app.ShownFigures;
import dev.headroom.run.claims.Claim;
import dev.headroom.run.claims.ClaimRunSource;
import dev.headroom.run.claims.ClaimVerdict;
import dev.headroom.run.claims.Claims;
import dev.headroom.run.claims.ClaimsPage;
import dev.headroom.run.claims.SourceAssessment;
import dev.headroom.run.claims.VerdictRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ClaimsCommandTest {
  /**
   * What their commands show is no number, or has to be divided by a size: PIX of a table, words of
   * a setting, defaults, what 7.5 KB are of a message, a host's queue pairs times hosts, a slot's
   * rate of a NIC's, one command's time of another's.
   */
  private static final Set<String> IN_WORDS =
      Set.of(
          "S2:21", "S1:42", "S1:60b", "S2:121", "S3:117", "S3:143", "S3:200b", "S3:201b", "S3:202b",
          "S4:87");

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
    assertThat(claim.get("tolerance").asString())
        .isEqualTo("1 % in both directions: 0.495 to 0.505 of the rate");
    assertThat(claim.get("source").asString()).contains("equation 1");
    JsonNode measured = claim.get("measured").get(0);
    assertThat(measured.get("value").asDouble()).isEqualTo(0.75);
    assertThat(measured.get("holds").asBoolean()).isFalse();
    assertThat(measured.get("missedBy").asString()).isEqualTo("+50.0 %");
  }

  /** Before all else, and behind the verdict. */
  @Test
  void shouldSayWhatIsItsOwn() {
    assertThat(run("claims", "--only", "S4:88,S1:16b")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("note Tests only a default of this program, which follows")
        .contains("verdict refuted (own default)")
        .contains("tolerance none beyond the stated range")
        .contains("0.6 us (NCCL, LL), by NVIDIA/nccl 2.30.7")
        .contains("1 of them test only a default of this program");
  }

  /** Whatever decides it, one claim alone says what it says among all. */
  @Test
  void shouldGiveTheSameAlone() {
    for (String id : List.of("S2:38", "S4:88", "S2:36", "S2:45")) {
      out.getBuffer().setLength(0);
      assertThat(run("claims", "--json", "--only", id)).isZero();
      JsonNode alone = JsonMapper.builder().build().readTree(out.toString()).get("claims");
      assertThat(alone).hasSize(1);
      Claim claim =
          Claims.all().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
      ClaimVerdict verdict = ClaimVerdict.of(claim, ClaimRunSource.caching());
      assertThat(alone.get(0).get("verdict").asString()).isEqualTo(verdict.outcome().words());
      assertThat(alone.get(0).get("detail").asString()).isEqualTo(verdict.detail());
    }
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
    assertThat(err.toString()).contains("no claim 'S2:9999'").doesNotContain("\tat ");
  }

  /** All that are wrong at once, each with the claims of the lines around it. */
  @Test
  void shouldNameEveryUnknownIdAndWhatIsNearIt() {
    assertThat(run("claims", "--only", "S2:190,S2:38,S4:1,s2:38,S2:36z,pcie")).isEqualTo(2);
    assertThat(err.toString().replaceAll("\\s+", " "))
        .contains("no claim 'S2:190' (similar: 'S2:184', 'S2:194')")
        .contains("no claim 'S4:1' (similar: 'S4:4')")
        .contains("no claim 's2:38' (similar: 'S2:36', 'S2:38', 'S2:45')")
        .contains("no claim 'S2:36z' (similar: 'S2:34', 'S2:36', 'S2:38')")
        .contains("no claim 'pcie';")
        .doesNotContain("'S2:38',S");
  }

  /**
   * Measured by the commands that stand beside each claim, as a person would type them. {@code
   * -Dheadroom.golden=update} writes the page anew.
   */
  @Tag("whole")
  @Test
  void shouldBeWhatThePageSays() throws IOException {
    ClaimRunSource runs =
        ClaimRunSource.caching(example -> PrintedCommand.of(example.command()).scenario());
    List<ClaimVerdict> verdicts =
        Claims.all().stream().map(claim -> ClaimVerdict.of(claim, runs)).toList();
    assertThat(verdicts).allSatisfy(ClaimsCommandTest::saysWhyItDiffersFromSources);
    assertThat(verdicts).allSatisfy(ClaimsCommandTest::followsFromTheTolerance);
    String page = ClaimsPage.of(verdicts);
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  /** Nobody has to look for how to see a figure. */
  @Test
  void shouldNameACommandForEveryMeasurement() {
    for (Claim.Numeric claim : numeric().toList()) {
      for (Claim.Trial trial : claim.measurements()) {
        assertThat(trial.commands())
            .as("%s, %s", claim.id(), trial.condition())
            .satisfies(
                commands -> assertThat(commands.isEmpty()).isNotEqualTo(trial.by().isEmpty()))
            .allMatch(command -> command.startsWith("headroom "));
      }
      assertThat(claim.how()).as(claim.id()).isNotBlank().doesNotContain("headroom ");
    }
  }

  private static Stream<Claim.Numeric> numeric() {
    return Claims.all().stream()
        .filter(Claim.Numeric.class::isInstance)
        .map(Claim.Numeric.class::cast);
  }

  /** Those that a formula decides, with their id. */
  static Stream<Arguments> formulas() {
    return numeric()
        .flatMap(claim ->
            claim.measurements().stream()
                .filter(trial -> !trial.formulaCommands().isEmpty())
                .map(trial -> Arguments.of(claim.id(), trial)));
  }

  /** The commands run, and the figure is in what they print. */
  @ParameterizedTest
  @MethodSource("formulas")
  void shouldNameCommandsThatShowTheFigure(String id, Claim.Trial trial) {
    List<String> printed = trial.formulaCommands().stream().map(this::printed).toList();
    double value = trial.figure().of(List.of());
    Matcher channels = Pattern.compile("(\\d) channels?").matcher(trial.condition());
    double shown = channels.matches() ? value / Integer.parseInt(channels.group(1)) : value;
    if (!IN_WORDS.contains(id)) {
      assertThat(ShownFigures.of(printed).show(shown))
          .as("%s: %s of %s", id, value, trial.formulaCommands())
          .isTrue();
    }
  }

  private String printed(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = Pattern.compile("'([^']*)'|[^\\s']+").matcher(command);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group() : word.group(1));
    }
    assertThat(words.removeFirst()).isEqualTo("headroom");
    words.replaceAll(each -> each.startsWith("examples/") ? "../" + each : each);
    if (!words.contains("show") && !words.contains("--json")) {
      words.add("--json");
    }
    out.getBuffer().setLength(0);
    assertThat(run(words.toArray(String[]::new))).as("%s: %s", command, err).isZero();
    return out.toString();
  }

  /** By the numbers that JSON has, and nothing else. */
  private static void followsFromTheTolerance(ClaimVerdict verdict) {
    if (!(verdict.claim() instanceof Claim.Numeric numeric)) {
      assertThat(verdict.outcome()).isEqualTo(ClaimVerdict.Outcome.NOT_TESTABLE);
      return;
    }
    double low = numeric.stated().least() - numeric.stated().slack();
    double high = numeric.stated().most() + numeric.stated().slack();
    long holding =
        verdict.measured().stream()
            .filter(each -> low <= each.value() && each.value() <= high)
            .count();
    long below = verdict.measured().stream().filter(each -> each.value() < low).count();
    ClaimVerdict.Outcome none =
        numeric.rule() instanceof VerdictRule.Along
                && 0 < below
                && below < verdict.measured().size()
            ? ClaimVerdict.Outcome.NEITHER
            : ClaimVerdict.Outcome.REFUTED;
    ClaimVerdict.Outcome some = holding == 0 ? none : ClaimVerdict.Outcome.UNDER_CONDITIONS;
    if (numeric.rule() instanceof VerdictRule.Apart apart && holding > 0) {
      double most = 0;
      for (int i = 0; i < verdict.measured().size(); i++) {
        double other = verdict.comparisons().get(i).value();
        most = Math.max(most, Math.abs(verdict.measured().get(i).value() - other));
      }
      assertThat(verdict.outcome() == ClaimVerdict.Outcome.NO_DIFFERENCE)
          .as(numeric.id())
          .isEqualTo(most < 0.1 * Math.abs(apart.stated() - apart.otherStated()));
      return;
    }
    assertThat(verdict.outcome())
        .as(numeric.id())
        .isEqualTo(holding == verdict.measured().size() ? ClaimVerdict.Outcome.CONFIRMED : some);
  }

  /** One whose trials have the same commands says how each figure is taken from them. */
  @Test
  void shouldTellTrialsOfTheSameRunsApart() {
    numeric()
        .forEach(claim -> {
          List<List<String>> seen = new ArrayList<>();
          for (Claim.Trial trial : claim.measurements()) {
            List<String> made = new ArrayList<>(trial.commands());
            made.add(trial.taken());
            if (!trial.examples().isEmpty()) {
              assertThat(seen).as("%s, %s", claim.id(), trial.condition()).doesNotContain(made);
            }
            seen.add(made);
          }
        });
  }

  private static void saysWhyItDiffersFromSources(ClaimVerdict verdict) {
    SourceAssessment sources = SourceAssessment.of(verdict.claim()).orElseThrow();
    if (!sources.agreeWith(verdict.outcome())) {
      assertThat(sources.why()).as(verdict.claim().id()).isNotBlank();
      assertThat(SourceAssessment.noteFor(verdict)).endsWith(sources.why());
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
            .contains(SourceAssessment.of(own.getFirst()).orElseThrow().reading());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(40);
  }

  private static boolean isOfLine(Claim claim, String id) {
    return claim.id().equals(id) || claim.id().substring(0, claim.id().length() - 1).equals(id);
  }

  /** What a sign of the list means; some rows have two. */
  private static List<SourceAssessment.Reading> reading(String sign) {
    return Stream.of(
            sign.contains("OK") ? SourceAssessment.Reading.HOLDS : null,
            sign.contains("~") ? SourceAssessment.Reading.PARTLY : null,
            sign.contains("X") ? SourceAssessment.Reading.WRONG : null,
            sign.contains("?") ? SourceAssessment.Reading.UNKNOWN : null)
        .filter(Objects::nonNull)
        .toList();
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
