package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.yaml.YamlProblems;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code docs/scenario.md} shows loads as it stands. */
final class ScenarioGuideTest {
  private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  static List<String> blocks() {
    String guide = Scenarios.text(Scenarios.ROOT.resolve("docs/scenario.md"));
    return BLOCK.matcher(guide).results().map(match -> match.group(1)).toList();
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void shouldLoad(String block) {
    String fabric = block.contains("fabric:") ? "" : "fabric: {topology: leaf-spine}\n";
    String workload = block.contains("workload:") ? "" : "workload: permutation\n";
    assertThat(Scenarios.bad(fabric + block + workload)).isEmpty();
  }

  @Test
  void shouldTellOfEveryPreset() {
    String guide = Scenarios.text(Scenarios.ROOT.resolve("docs/scenario.md"));
    String table =
        guide.substring(guide.indexOf("| preset |"), guide.indexOf("### A preset of your own"));
    assertThat(Presets.names()).allSatisfy(name -> assertThat(table).contains("`" + name + "`"));
  }

  @Test
  void shouldShowAPresetThatLoadsAndWhatIsSaidOfOneThatDoesNot() {
    String guide = Scenarios.text(Scenarios.ROOT.resolve("docs/scenario.md"));
    String own = guide.substring(guide.indexOf("### A preset of your own"));
    Matcher block = Pattern.compile("```\n(.*?)```", Pattern.DOTALL).matcher(own);
    assertThat(block.find()).isTrue();
    String preset = block.group(1);
    YamlProblems none = new YamlProblems();
    assertThat(PresetFile.read("file:lab.yaml", preset, "lab.yaml", none)).isPresent();
    assertThat(none.inOrder()).isEmpty();
    YamlProblems problems = new YamlProblems();
    PresetFile.read("file:lab.yaml", preset.replace("kmin", "kmni"), "lab.yaml", problems);
    assertThat(problems.inOrder())
        .singleElement()
        .satisfies(problem -> assertThat(own).contains("`" + problem + "`"));
  }

  @Test
  void shouldShowMessagesAsTheyAre() {
    String guide = Scenarios.text(Scenarios.ROOT.resolve("docs/scenario.md"));
    Matcher message = Pattern.compile("fabric\\.leafs: (.*)").matcher(guide);
    assertThat(message.find()).isTrue();
    assertThat(Scenarios.bad("fabric: {topology: leaf-spine, leafs: 8}\nworkload: permutation\n"))
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).endsWith(message.group(1)));
  }
}
