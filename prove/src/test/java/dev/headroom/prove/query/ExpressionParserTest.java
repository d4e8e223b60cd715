package dev.headroom.prove.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExpressionParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate(a)|expected a range such as [5m]",
        "rate(a[5m]) >|the end",
        "a b|expected an operator, or the end",
        "predict_linear(a[5m], 3)|none of the functions",
        "a{b=c}|expected a value in quotes",
        "a ? b|is no part of an expression",
        "(a|expected ')'"
      })
  void shouldSayWhereAnExpressionIsWrong(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExpressionParser.parse(text))
        .withMessageContaining(message);
  }

  @Test
  void shouldBindArithmeticCloserThanComparisonsAndThoseCloserThanSets() {
    assertThat(ExpressionParser.parse("a + b * c > 2 and d or e"))
        .isEqualTo(ExpressionParser.parse("(((a + (b * c)) > 2) and d) or e"));
  }

  @Test
  void shouldReadLengthsOfTime() {
    assertThat(ExpressionParser.duration("90s")).hasSeconds(90);
    assertThat(ExpressionParser.duration("12h")).hasHours(12);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExpressionParser.duration("5 min"))
        .withMessageContaining("valid examples are 30s");
  }
}
