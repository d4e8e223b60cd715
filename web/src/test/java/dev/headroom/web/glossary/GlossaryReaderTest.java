package dev.headroom.web.glossary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlossaryReaderTest {
  private static final String GOOD =
      """
      terms:
        - group: Verbs
          entries:
            - term: queue pair
              also: [QP]
              use:
                S0:5: too many
              meaning: two queues
              source: IBTA
              command: headroom calc qp --hosts 2
            - term: memory region
              meaning: memory
              source: IBTA
              command: headroom calc mr --size 1GiB
      history:
        - date: 1995-12
          what: U-Net
          source: SOSP
        - date: 2000
          what: InfiniBand
          told:
            S4:18: 2000
          source: IBTA
      """;

  @Test
  void shouldReadTermsAndHistory() {
    Glossary glossary = GlossaryReader.read(GOOD, "g.yaml");
    assertThat(glossary.terms())
        .extracting(GlossaryTerm::name)
        .containsExactly("queue pair", "memory region");
    assertThat(glossary.terms().getFirst().uses())
        .containsExactly(new GlossaryTerm.Use("S0:5", "too many"));
    assertThat(glossary.history())
        .extracting(HistoryEvent::date)
        .containsExactly("1995-12", "2000");
    assertThat(glossary.history().getLast().use()).contains(new GlossaryTerm.Use("S4:18", "2000"));
    assertThat(glossary.find("Queue-Pair")).isEqualTo(glossary.find("qp")).isPresent();
  }

  /** The first words are in the good file, the second take their place. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          meaning: two queues | meening: two queues | g.yaml:8: there is no key 'meening'; the keys are [also, command,
          meaning: two queues | meaning:            | g.yaml:8: meaning: a text is expected here
          source: SOSP        | told: {S4:1: x}     | g.yaml:16: source: it is missing
          also: [QP]          | also: QP            | g.yaml:5: also: a list is expected here
          also: [QP]          | term: QP            | g.yaml:5: 'term' appears twice; keep one of them
          also: [QP]          | also: [Memory_Region] | g.yaml:11: term: 'memory region' is also in line 4
          S0:5: too many      | S9:5: too many      | g.yaml:7: use: 'S9:5' is not an article and line; write one such as S2:352
          headroom calc qp    | calc qp             | command: 'calc qp --hosts 2' does not begin with 'headroom '
          date: 2000          | date: soon          | g.yaml:19: date: 'soon' is not a date; write 1995
          date: 2000          | date: 1984          | g.yaml:19: date: '1984' follows a later date
          also: [QP]          | also: [QP           | this is not YAML
          """)
  void shouldSayWhereAndWhatIsWrong(String good, String bad, String message) {
    assertThat(GOOD).contains(good);
    String text = GOOD.replace(good, bad);
    assertThatThrownBy(() -> GlossaryReader.read(text, "g.yaml"))
        .isInstanceOf(GlossaryException.class)
        .hasMessageStartingWith("g.yaml:")
        .hasMessageContaining(message);
  }

  @Test
  void shouldRefuseAnEmptyFile() {
    assertThatThrownBy(() -> GlossaryReader.read("# nothing\n", "g.yaml"))
        .hasMessage("g.yaml:1: the file is empty");
  }
}
