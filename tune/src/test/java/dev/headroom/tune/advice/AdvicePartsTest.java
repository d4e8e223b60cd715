package dev.headroom.tune.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.summary.Measure;
import dev.headroom.sim.Precheck;
import dev.headroom.sim.check.SwitchEcnCheck;
import dev.headroom.tune.study.StudyCase;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.unit.Length;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an advice has without a run: formulas, scenarios, traffic, files of devices. */
final class AdvicePartsTest {
  private static AdvicePlan plan(ClusterPlan cluster) {
    return new AdvicePlan(cluster, TrafficChoice.all(), false, List.of(), 480, 1, 60_000);
  }

  private static FabricAdvice known(ClusterPlan cluster) {
    AdvicePlan plan = plan(cluster);
    AdviceBasis basis = AdviceBasis.of(cluster);
    return new FabricAdvice(
        plan, basis, AdviceRun.cases(plan, basis), List.of(), SearchedSettings.NONE);
  }

  private static Scenario read(String yaml, List<String> overrides) {
    ScenarioReader.Outcome outcome =
        new ScenarioText("a.yaml", yaml, Map.of(), List.of()).read(overrides);
    assertThat(outcome).as(yaml + outcome).isInstanceOf(ScenarioReader.Good.class);
    return ((ScenarioReader.Good) outcome).scenario();
  }

  /** The bound is that of headroom check, which builds the fabric. */
  @Test
  void shouldBoundKminAsTheCheckOfTheFabricDoes() {
    ClusterPlan cluster = FabricDesignerTest.plan(32, "400Gbps", "tomahawk4", 8, "auto", 1, 1);
    FabricAdvice advice = known(cluster);
    Scenario whole = read(AdviceScenarios.of(advice).getOrDefault("fabric.yaml", ""), List.of());
    SwitchEcnCheck check = Precheck.of(whole).switches().getFirst();

    assertThat(check.verdict()).isEqualTo(SwitchEcnCheck.Verdict.MARKS_FIRST);
    FormulaSettings formula = advice.basis().formula();
    assertThat(formula.margin()).isEqualTo(check.margin());
    assertThat(formula.chargePerByte()).isEqualTo(check.chargePerByte());
    assertThat(check.kminBytes()).isEqualTo(formula.kminBytes());
    assertThat(Precheck.missingHeadroom(whole)).isZero();
  }

  /**
   * 1,024 hosts on 128 ports: 162,539,680 - 128 (446,024 + 4,096) B are shared, and (4,096 +
   * shared) / (127 x 2) is 413,103 B, charged as 4,318 B for each 4,174.
   */
  @Test
  void shouldKeepTheFormulasOfTheExample() {
    FormulaSettings formula =
        known(FabricDesignerTest.plan(1024, "400Gbps", "tomahawk5", 0, "auto", 1, 1))
            .basis()
            .formula();
    assertThat(formula.headroomBytes()).isEqualTo(393_192);
    assertThat(formula.uplinkHeadroomBytes()).isEqualTo(446_024);
    assertThat(formula.boundOfKmin(1)).isEqualTo(399_327);
    assertThat(formula.kminBytes()).isEqualTo(390_000);
    assertThat(formula.boundOfKmin(0.125)).isLessThan(formula.boundOfKmin(1));
  }

  /** Two classes with the headroom of 300 m at 128 ports need 215 MB, and the chip has 163. */
  @Test
  void shouldRefuseABufferThatHeadroomFills() {
    ClusterPlan near = FabricDesignerTest.plan(1024, "400Gbps", "tomahawk5", 0, "auto", 1, 1);
    ClusterPlan far =
        new ClusterPlan(
            near.hosts(),
            near.rate(),
            near.chip(),
            near.topology(),
            1,
            1,
            near.cable(),
            Length.parse("300m"));
    FabricDesign design = FabricDesigner.of(far);
    assertThat(FormulaSettings.canHave(near, design, 2)).isTrue();
    assertThat(FormulaSettings.canHave(far, design, 2)).isFalse();
    assertThat(FormulaSettings.of(far, design, 1).margin().sharedBytes()).isPositive();
    assertThatThrownBy(() -> FormulaSettings.of(far, design, 2))
        .isInstanceOf(AdviceException.class)
        .hasMessageContaining("use shorter cables");
  }

  @ParameterizedTest
  @CsvSource({
    "1024, auto, 1, 1",
    "1024, auto, 1, 3",
    "1024, auto, 8, 1",
    "9000, auto, 1, 1",
    "8, auto, 1, 1"
  })
  void shouldWriteCasesThatCanBeRun(int hosts, String topology, int rails, double ratio) {
    ClusterPlan cluster =
        FabricDesignerTest.plan(hosts, "400Gbps", "tomahawk5", 0, topology, rails, ratio);
    FabricAdvice advice = known(cluster);
    Map<String, String> scenarios = AdviceScenarios.of(advice);
    String piece = scenarios.getOrDefault("piece.yaml", scenarios.getOrDefault("fabric.yaml", ""));
    for (StudyCase each : advice.cases()) {
      Scenario scenario = read(piece, each.overrides());
      assertThat(scenario.fabric().hosts()).hasSize(advice.basis().piece().design().hosts());
      assertThat(Measure.of(scenario))
          .as(each.name())
          .anyMatch(measure -> measure.key().equals(each.measure()));
    }
    assertThat(advice.cases()).hasSameSizeAs(TrafficKind.values());
  }

  /** The messages between neighbours are as long on the piece as in the whole. */
  @Test
  void shouldKeepTheMessagesOfACollective() {
    ClusterPlan cluster = FabricDesignerTest.plan(1024, "400Gbps", "tomahawk5", 0, "auto", 1, 1);
    FabricDesign piece = AdviceBasis.of(cluster).piece().design();
    TrafficChoice choice = TrafficChoice.parse("all-reduce:64MiB");
    assertThat(choice.kind().on(cluster, piece, choice.size()).overrides())
        .containsExactly("workload={type: all-reduce, size: 2MiB, order: shuffled}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gossip          | choose of incast, permutation",
        "incast:5        | incast:5",
        "incast:1B       | the size is 1KiB or more",
        "web-search:1MiB | takes none",
      })
  void shouldRefuseTraffic(String text, String message) {
    assertThatThrownBy(() -> TrafficChoice.parse(text))
        .isInstanceOf(AdviceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldWriteFilesOfDevices() {
    FabricAdvice advice =
        known(FabricDesignerTest.plan(16, "400Gbps", "tomahawk4", 8, "auto", 1, 1));
    DeviceFiles.Written written =
        DeviceFiles.of(advice, List.of("sonic", "mlnx_qos", "mlx5-sysfs", "nccl"));
    assertThat(written.texts().get("leaf.sonic/leaf.buffers.load.json"))
        .contains("424434", "dynamic_th");
    assertThat(written.texts()).containsKeys("spine.sonic.txt", "host.mlnx_qos.txt");
    assertThat(written.texts().get("host.nccl/nccl.conf"))
        .contains("NCCL_IB_TC=106\n", "NCCL_IB_QPS_PER_CONNECTION=1\n")
        .doesNotContain("NCCL_IB_HCA", "NCCL_SOCKET_IFNAME");
    assertThat(DeviceFiles.tables(List.of("sonic", "nccl"))).containsExactly("SONiC");
  }

  @Test
  void shouldSayThatNothingWasRun() {
    FabricAdvice advice =
        known(FabricDesignerTest.plan(16, "400Gbps", "tomahawk4", 8, "auto", 1, 1));
    assertThat(AdviceRules.of(advice))
        .filteredOn(each -> each.setting().equals("Kmin") || each.setting().equals("routing"))
        .hasSize(2)
        .allMatch(each -> each.sureness() == Sureness.NOT_COMPARED);
  }
}
