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

  @ParameterizedTest
  @MethodSource("knobs")
  void shouldHavePresetsWithinItsRangeWithASource(Knob<?> knob) {
    checkPresets(knob);
  }

  private static <T> void checkPresets(Knob<T> knob) {
    knob.presets()
        .forEach((preset, value) -> {
          assertThat(Presets.named(preset)).as(preset).isPresent();
          assertThat(knob.outside(knob.type().parser().apply(value))).isEmpty();
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
  void shouldHaveTheNumbersOfThePaper() {
    Settings paper = Presets.named("paper").orElseThrow().settings();
    assertThat(paper.print(Knobs.get("congestion.form"))).contains("paper");
    assertThat(paper.get(Knobs.named("congestion.g", ValueType.NUMBER))).isEqualTo(1.0 / 256);
    assertThat(paper.get(Knobs.named("congestion.increaseTimer", ValueType.TIME)))
        .hasToString("55us");
    assertThat(paper.get(Knobs.named("congestion.byteCounter", ValueType.SIZE)))
        .hasToString("10MB");
    assertThat(paper.get(Knobs.named("congestion.fastRecovery", ValueType.WHOLE))).isEqualTo(5);
    assertThat(Derived.kmin(paper, Rate.ofGbps(40))).isEqualTo(Size.parse("5KB"));
    assertThat(Derived.kmax(paper, Rate.ofGbps(40))).isEqualTo(Size.parse("200KB"));
  }

  @Test
  void shouldHaveTheNumbersOfTheArticleAndSayThatTheyAreTheArticles() {
    Presets.Preset article = Presets.named("article").orElseThrow();
    assertThat(article.meaning()).contains("not ours");
    assertThat(article.settings().get(Knobs.named("congestion.initialAlpha", ValueType.NUMBER)))
        .isEqualTo(0.5);
    assertThat(article.settings().get(CongestionKnobs.CNP_INTERVAL)).hasToString("50us");
    assertThat(article.settings().get(Knobs.named("congestion.rateAi", ValueType.RATE)))
        .hasToString("50Mbps");
  }

  @Test
  void shouldHaveTheWaysOfTheHpccSimulator() {
    Settings ns3 = Presets.named("hpcc-ns3").orElseThrow().settings();
    assertThat(ns3.get(TransportKnobs.FRAMING)).isEqualTo("hpcc-ns3");
    assertThat(ns3.get(RunKnobs.ROUNDING)).hasToString("1ns");
    assertThat(ns3.get(RunKnobs.TIES)).isEqualTo("insertion");
    assertThat(ns3.get(CongestionKnobs.FEEDBACK)).isEqualTo("ack");
    assertThat(ns3.get(Knobs.named("congestion.byteCounter", ValueType.SIZE))).isEqualTo(Size.ZERO);
    assertThat(ns3.get(TransportKnobs.MTU)).isEqualTo(1_000);
    // A flow is one message there: as near as whole packets come to the largest there is.
    long message = ns3.get(TransportKnobs.MESSAGE_SIZE).bytes();
    assertThat(message % 1_000).isZero();
    assertThat(message).isBetween((1L << 30) - 1_000, 1L << 30);
  }

  @Test
  void shouldTakeTheEntryBelowForARateThatIsNotListed() {
    PerRate<Size> sizes = PerRate.parse("100Gbps=400KB,400Gbps=1600KB", Size::parse);
    assertThat(sizes.at(Rate.ofGbps(25))).hasToString("400KB");
    assertThat(sizes.at(Rate.ofGbps(200))).hasToString("400KB");
    assertThat(sizes.at(Rate.ofGbps(800))).hasToString("1.6MB");
    assertThat(PerRate.parse("100Gbps=400KB", Size::parse))
        .isEqualTo(PerRate.of(Size.parse("400KB")));
  }

  @Test
  void shouldGuessWhatWasMeant() {
    List<String> known = List.of("kmin", "kmax", "rateAi", "buffer", "hostsPerLeaf");
    assertThat(Spelling.nearest("kmn", known)).contains("kmin");
    assertThat(Spelling.nearest("rate_ai", known)).contains("rateAi");
    assertThat(Spelling.nearest("bufer", known)).contains("buffer");
    assertThat(Spelling.nearest("hosts-per-leaf", known)).contains("hostsPerLeaf");
    assertThat(Spelling.nearest("7", known)).isEmpty();
    assertThat(Spelling.nearest("colour", known)).isEmpty();
    assertThat(Spelling.distance("kmni", "kmin")).isEqualTo(1);
  }
}
