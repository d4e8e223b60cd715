package dev.headroom.model.knob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class KnobsTest {

  static Stream<Knob<?>> knobs() {
    return Knobs.all().stream();
  }

  @ParameterizedTest
  @MethodSource("knobs")
  void shouldHaveADefaultWithinItsRangeThatReadsBack(Knob<?> knob) {
    checkDefault(knob);
  }

  private static <T> void checkDefault(Knob<T> knob) {
    assertThat(knob.meaning()).isNotBlank();
    assertThat(knob.fallback().isEmpty()).isEqualTo(!knob.derivation().isBlank());
    knob.fallback()
        .ifPresent(value -> {
          assertThat(knob.outside(value)).isEmpty();
          String text = knob.type().printer().apply(value);
          assertThat(knob.type().parser().apply(text)).isEqualTo(value);
        });
  }

  @Test
  void shouldTakeMinusNothingForNothing() {
    assertThat(ValueType.NUMBER.parser().apply("-0")).isEqualTo(0.0);
    assertThat(ValueType.NUMBER.parser().apply("-0%")).isEqualTo(0.0);
  }

  @Test
  void shouldNameEachKnobOnce() {
    assertThat(Knobs.all().stream().map(Knob::name)).doesNotHaveDuplicates();
  }

  @Test
  void shouldTakeTheEntryBelowForARateThatIsNotListed() {
    PerRateValue<Size> sizes = PerRateValue.parse("100Gbps=400KB,400Gbps=1600KB", Size::parse);
    assertThat(sizes.at(Rate.ofGbps(25))).hasToString("400KB");
    assertThat(sizes.at(Rate.ofGbps(200))).hasToString("400KB");
    assertThat(sizes.at(Rate.ofGbps(800))).hasToString("1.6MB");
    assertThat(PerRateValue.parse("100Gbps=400KB", Size::parse))
        .isEqualTo(PerRateValue.of(Size.parse("400KB")));
  }

  @Test
  void shouldGuessWhatWasMeant() {
    List<String> known = List.of("kmin", "kmax", "rateAi", "buffer", "hostsPerLeaf");
    assertThat(SpellingSuggestion.nearest("kmn", known)).contains("kmin");
    assertThat(SpellingSuggestion.nearest("rate_ai", known)).contains("rateAi");
    assertThat(SpellingSuggestion.nearest("bufer", known)).contains("buffer");
    assertThat(SpellingSuggestion.nearest("hosts-per-leaf", known)).contains("hostsPerLeaf");
    assertThat(SpellingSuggestion.nearest("7", known)).isEmpty();
    assertThat(SpellingSuggestion.nearest("colour", known)).isEmpty();
    assertThat(SpellingSuggestion.distance("kmni", "kmin")).isEqualTo(1);
  }
}
