package dev.headroom.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BlockShapeTest {
  private static final BlockKey<String> NAME =
      BlockKey.needed("name", ValueForms.line(), "what it is called");
  private static final BlockKey<Long> MOST =
      BlockKey.optional("most", ValueForms.whole(), "so many").or(7L);
  private static final BlockKey<Boolean> LOUD =
      BlockKey.optional("loud", ValueForms.flag(), "whether it sounds");
  private static final BlockKey<List<String>> ALSO =
      BlockKey.optional("also", ValueForms.list(ValueForms.line()), "other names");
  private static final BlockKey<TimeUnit> UNIT =
      BlockKey.optional("unit", WordChoice.of(TimeUnit.class), "in what it counts");
  private static final BlockKey<Map<String, String>> SET =
      BlockKey.optional("set", ValueForms.pairs("a block of settings"), "what is set");
  private static final BlockShape THING =
      new BlockShape("a thing", List.of(NAME, MOST, LOUD, ALSO, UNIT, SET));

  private final YamlProblems problems = new YamlProblems();

  private Optional<BlockValues> read(String text) {
    return YamlParser.parse(text, "t.yaml", new YamlParser.Sought("thing", "a thing"), problems)
        .flatMap(yaml -> THING.read(yaml, "", problems));
  }

  @Test
  void shouldReadEveryForm() {
    BlockValues row =
        read("name: >-\n  a\n  b\nloud: true\nalso: [x, y]\nunit: seconds\nset: {a: 1, b: on}\n")
            .orElseThrow();
    assertThat(row.get(NAME)).isEqualTo("a b");
    assertThat(row.get(MOST)).isEqualTo(7);
    assertThat(row.find(LOUD)).contains(true);
    assertThat(row.find(ALSO)).contains(List.of("x", "y"));
    assertThat(row.find(UNIT)).contains(TimeUnit.SECONDS);
    assertThat(row.find(SET).orElseThrow())
        .containsExactly(Map.entry("a", "1"), Map.entry("b", "on"));
    assertThat(row.spot(UNIT)).isEqualTo(new FilePosition("t.yaml", 6, 7));
    assertThat(problems.none()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {nam: a}             | t.yaml:1:2: nam: there is no such key; did you mean 'name'?
          {most: 1}            | t.yaml:1:1: name: it is missing; a line of text: what it is called
          {name: a, most: -1}  | t.yaml:1:17: most: '-1' is not a whole number; digits only, such as 1000
          {name: a, loud: yes} | t.yaml:1:17: loud: 'yes' is neither true nor false; one of them
          {name: ' '}          | t.yaml:1:8: name: nothing instead of a line of text
          {name: {a: b}}       | t.yaml:1:8: name: a block of keys instead of a line of text
          {name: a, unit: sec} | t.yaml:1:17: unit: 'sec' is not an allowed value; did you mean 'seconds'?
          {name: a, set: 1}    | t.yaml:1:16: set: '1' instead of a block of settings
          {name: a, x: 1}      | t.yaml:1:11: x: there is no such key; known here: name, most, loud
          [a]                  | t.yaml:1:1: a list instead of a thing; its keys are name,
          """)
  void shouldSayWhatIsWrong(String text, String complaint) {
    assertThat(read(text)).isEmpty();
    assertThat(problems.inOrder()).singleElement().asString().startsWith(complaint);
  }

  @Test
  void shouldTellEditorsTheSame() {
    assertThat(THING.schema().toString())
        .contains(
            "\"required\":[\"name\"]",
            "\"additionalProperties\":false",
            "\"description\":\"what it is called\"",
            "\"most\":{\"type\":\"integer\",\"minimum\":0");
  }
}
