package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.MarkFeedback;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.machine.Processor;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class PresetsTest {

  static Stream<String> names() {
    return Presets.names().stream();
  }

  @Test
  void shouldListEachFileOnce() throws IOException, URISyntaxException {
    URL index = Objects.requireNonNull(Presets.class.getResource("presets/names.txt"));
    try (Stream<Path> files = Files.list(Path.of(index.toURI()).resolveSibling(""))) {
      assertThat(Presets.names().stream().map(name -> name + ".yaml"))
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(file -> !file.equals("names.txt"))
                  .toList());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldSayWhatItIsAndSetSomethingInTheOrderOfTheKnobs(String name) {
    YamlProblems problems = new YamlProblems();
    String text = Presets.resource(name + ".yaml");
    Optional<Presets.Preset> read = PresetFile.read(name, text, name + ".yaml", problems);
    assertThat(problems.inOrder()).isEmpty();
    Presets.Preset preset = read.orElseThrow();
    assertThat(preset).isEqualTo(Presets.named(name).orElseThrow());
    assertThat(preset.meaning()).isNotBlank().doesNotContain("\n");
    assertThat(preset.source()).isNotBlank().doesNotContain("\n");
    assertThat(preset.written().keySet())
        .isNotEmpty()
        .isEqualTo(preset.settings().asMap().keySet());
    List<String> keys = new ArrayList<>();
    keys(YamlParser.parse(text, name, ScenarioReader.SOUGHT, problems).orElseThrow(), "", keys);
    assertThat(keys)
        .containsExactlyElementsOf(
            Stream.concat(
                    Stream.of("meaning", "source"),
                    Knobs.all().stream().filter(preset.settings()::isSet).map(Knob::name))
                .toList());
  }

  private static void keys(YamlNode yaml, String path, List<String> keys) {
    if (yaml instanceof YamlNode.Mapping mapping && Knobs.named(path).isEmpty()) {
      mapping
          .entries()
          .forEach(entry ->
              keys(entry.value(), path.isEmpty() ? entry.key() : path + "." + entry.key(), keys));
    } else {
      keys.add(path);
    }
  }

  @Test
  void shouldTellOfAKnobWhatEachSetsItTo() {
    assertThat(Presets.of(CongestionKnobs.KMIN)).containsEntry("paper", "5KB");
    assertThat(Presets.of(RunKnobs.SEED)).isEmpty();
    assertThat(Presets.all().stream().mapToInt(preset -> preset.written().size()).sum())
        .isEqualTo(Knobs.all().stream().mapToInt(knob -> Presets.of(knob).size()).sum());
  }

  /** A name of ours never leads out of their folder. */
  @Test
  void shouldKnowNoOthers() {
    assertThat(Stream.of("", "names", "papre", "../presets/paper", "paper.yaml"))
        .allSatisfy(name -> assertThat(Presets.named(name)).isEmpty());
  }

  /** What {@code headroom calc peer} says of a processor is what a run has. */
  @ParameterizedTest
  @EnumSource
  void shouldHaveTheFiguresOfTheProcessor(Processor processor) {
    Settings settings = Presets.named(processor.model()).orElseThrow().settings();
    assertThat(settings.get(CpuKnobs.MODEL)).isEqualTo(processor.model());
    assertThat(settings.get(PcieKnobs.PEER_RATE)).isEqualTo(rate(processor.writes().rate()));
    assertThat(settings.get(PcieKnobs.PEER_READ_RATE)).isEqualTo(rate(processor.reads().rate()));
    assertThat(settings.get(PcieKnobs.SOCKET_RATE)).isEqualTo(rate(processor.sockets().rate()));
    assertThat(settings.findSet(PcieKnobs.PEER_PAYLOAD))
        .isEqualTo(Optional.of((long) processor.payload()).filter(payload -> payload > 0));
    assertThat(Presets.named(processor.model()).orElseThrow().meaning())
        .startsWith(processor.meaning());
  }

  private static Rate rate(Optional<Rate> figure) {
    return figure.orElseGet(() -> Rate.parse(PcieKnobs.PEER_RATE.range().getLast()));
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
    assertThat(DerivedDefaults.kmin(paper, Rate.ofGbps(40))).isEqualTo(Size.parse("5KB"));
    assertThat(DerivedDefaults.kmax(paper, Rate.ofGbps(40))).isEqualTo(Size.parse("200KB"));
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
    assertThat(ns3.get(TransportKnobs.FRAMING)).isEqualTo(FrameFormat.HPCC_NS3);
    assertThat(ns3.get(RunKnobs.ROUNDING)).hasToString("1ns");
    assertThat(ns3.get(RunKnobs.TIES)).isEqualTo(EventTieOrder.INSERTION);
    assertThat(ns3.get(CongestionKnobs.FEEDBACK)).isEqualTo(MarkFeedback.ACK);
    assertThat(ns3.get(Knobs.named("congestion.byteCounter", ValueType.SIZE))).isEqualTo(Size.ZERO);
    assertThat(ns3.get(TransportKnobs.MTU)).isEqualTo(1_000);
    // A flow is one message there: as near as whole packets come to the largest there is.
    long message = ns3.get(TransportKnobs.MESSAGE_SIZE).bytes();
    assertThat(message % 1_000).isZero();
    assertThat(message).isBetween((1L << 30) - 1_000, 1L << 30);
  }
}
