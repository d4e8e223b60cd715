package dev.headroom.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.scenario.ScenarioWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read line by line must be what the YAML parser reads, to the column. */
final class LineItemsTest {
  private static final YamlParser.Sought SOUGHT = new YamlParser.Sought("scenario", "");

  private static final String PLAIN = "- {from: host-0, to: host-1, size: 1MB, start: 10us}";

  /** A document whose list has {@code special} in the middle of a hundred plain lines. */
  private static String document(String special) {
    String lines = ("    " + PLAIN + "\n").repeat(50);
    return "name: many\nworkload:\n  type: flows\n  flows:\n" + lines + special + lines;
  }

  private static void checkSame(String text) {
    YamlProblems problems = new YamlProblems();
    YamlProblems slow = new YamlProblems();
    Optional<YamlNode> quick = YamlParser.parse(text, "s.yaml", SOUGHT, problems);
    assertThat(quick).isEqualTo(YamlParser.parseEachLine(text, "s.yaml", SOUGHT, slow));
    assertThat(problems.inOrder()).isEqualTo(slow.inOrder());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "    - {from: a, to: b, after: [0, x, 2], ports: 10000:100}\n",
        "    -   {  from:   a ,to: 'it is # 1', name: \"b, c: {d}\"  }  \n",
        "    - {size: 1_000B, ratio: 1.5e-3, sum: 5%, at: a@b, path: a/b+c, time: 10:20}\n",
        "    - {from: a, to: b}\r\n",
        "    - {from: a, to: b} # and a comment\n",
        "    # nothing but a comment\n\n",
        "    - {from: a, from: b}\n",
        "    - {from: a, to: }\n",
        "    - {from: a, to:b}\n",
        "    - {from: -1, to: ~, at: null}\n",
        "    - {from: a, to: \"b\\tc\", it: 'don''t'}\n",
        "    - {from: a:, to: b}\n",
        "    - {from: a b, to: ü}\n",
        "    - {from: &x a, to: *x}\n",
        "    - {from: {deep: a}, to: [[b]]}\n",
        "    - {}\n",
        "    - {from: a,\n       to: b}\n",
        "    - from: a\n      to: b\n",
        "    - word\n",
        "   - {from: a, to: b}\n",
        "     - {from: a, to: b}\n",
        "    - {from: a, to: b\n",
        "    - {from: a, to: b}}\n",
        "    - {from: a, to: b,}\n",
        "    -\t{from: a}\n",
        "  more: |\n",
        "  more: >-\n    a text of\n",
        "  more:\n",
        "    - \"\n",
        "    # a comment that ends\r    # oddly\n",
        "    - \uE0000\n",
        "    # one\u2028    # another\n",
      })
  void shouldReadWhatTheParserReads(String special) {
    checkSame(document(special));
    checkSame(document(special.replace("\n", "\r\n")));
    checkSame(document(special).stripTrailing());
  }

  @Test
  void shouldTakeOutAllButAnItemForEachRun() {
    LineItems items = LineItems.of(document("    - {from: a b, to: c}\n"), "s.yaml");
    assertThat(items.runs()).isEqualTo(2);
    assertThat(items.rest().lines()).hasSize(4 + 50 + 1 + 50);
    assertThat(items.rest()).doesNotContain(PLAIN).contains("- {from: a b, to: c}");
  }

  @Test
  void shouldLeaveShortListsAlone() {
    String text = "flows:\n" + ("  " + PLAIN + "\n").repeat(31);
    LineItems items = LineItems.of(text, "s.yaml");
    assertThat(items.runs()).isZero();
    assertThat(items.rest()).isEqualTo(text);
  }

  @Test
  void shouldSayWhereInALongListAProblemIs() {
    List<String> wrong =
        IntStream.range(0, 300)
            .mapToObj(i ->
                switch (i) {
                  case 100 -> "- {from: host-0, to: host-9, size: 1MB}";
                  case 150 -> "- {from: host-0, to: host-1, size: 1}";
                  case 200 -> "- {from: host-0, to: host-1, size: 1MB, sart: 1us}";
                  case 220 -> "- {from: host-0, size: 1MB}";
                  case 250 -> "- {from: host-0, to: host-0, size: 1MB}";
                  case 270 -> "- {from: host-0, to: host-1, size: 1MB, after: 300}";
                  default -> PLAIN;
                })
            .toList();
    String text =
        "fabric: {topology: single, hosts: 4}\nworkload:\n  type: flows\n  flows:\n"
            + wrong.stream().map(line -> "    " + line + "\n").collect(Collectors.joining());
    assertThat(LineItems.of(text, "s.yaml").runs()).isEqualTo(1);
    ScenarioReader.Outcome outcome = ScenarioReader.read(text, "s.yaml", List.of());
    assertThat(outcome).isInstanceOf(ScenarioReader.Bad.class);
    assertThat(((ScenarioReader.Bad) outcome).problems())
        .extracting(Problem::toString)
        .satisfiesExactly(
            p -> assertThat(p).startsWith("s.yaml:105:22: workload.flows.to: there is no host"),
            p -> assertThat(p).startsWith("s.yaml:155:40: workload.flows.size: '1' has no unit"),
            p -> assertThat(p).startsWith("s.yaml:205:45: workload.flows.sart: there is no such"),
            p -> assertThat(p).startsWith("s.yaml:225:7: workload.flows.to: it is missing"),
            p ->
                assertThat(p)
                    .startsWith(
                        "s.yaml:255:22: workload.flows.to: the flow's source and destination are the "
                            + "same host"),
            p -> assertThat(p).startsWith("s.yaml:275:45: workload.flows.after: there is no flow"));
  }

  @Test
  void shouldTakeOutWhatTheWriterWrites() {
    String text =
        "fabric: {topology: single, hosts: 4}\nworkload:\n  type: flows\n  flows:\n"
            + IntStream.range(0, 100)
                .mapToObj(i -> PLAIN.replace("}", ", after: " + (i == 0 ? "none" : i - 1) + "}"))
                .map(line -> "    " + line + "\n")
                .collect(Collectors.joining());
    ScenarioReader.Outcome outcome = ScenarioReader.read(text, "s.yaml", List.of());
    assertThat(outcome).isInstanceOf(ScenarioReader.Good.class);
    String written = ScenarioWriter.write(((ScenarioReader.Good) outcome).scenario());
    assertThat(LineItems.of(written, "s.yaml").runs()).isEqualTo(1);
  }
}
