package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class KnobsAndSchemaTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldListEveryKnobAsJson() {
    assertThat(run("knobs", "--json")).isZero();
    JsonNode root = JsonMapper.builder().build().readTree(out.toString());
    List<JsonNode> everywhere =
        root.get("knobs").valueStream().filter(knob -> knob.get("workloads").isEmpty()).toList();
    assertThat(everywhere).hasSize(Knobs.all().size());
    assertThat(root.get("presets")).isNotEmpty();
  }

  /** Each setting of each workload is there, under the types that take it. */
  @Test
  void shouldListWhatWorkloadsHave() {
    assertThat(run("knobs", "workload.", "--json")).isZero();
    JsonNode knobs = JsonMapper.builder().build().readTree(out.toString()).get("knobs");
    for (Workload workload : Workloads.all()) {
      assertThat(
              knobs
                  .valueStream()
                  .filter(knob -> knob.get("workloads").valueStream().anyMatch(isNamed(workload)))
                  .map(knob -> knob.get("name").asString()))
          .containsExactlyInAnyOrderElementsOf(
              workload.parameters().stream().map(Knob::name).toList());
    }
  }

  private static Predicate<JsonNode> isNamed(Workload workload) {
    return type -> type.asString().equals(workload.name());
  }

  @Test
  void shouldFindAKnobByItsNameOnRealSystems() {
    assertThat(run("knobs", "NCCL_IB_SPLIT_DATA_ON_QPS")).isZero();
    assertThat(out.toString()).contains("workload.splitData", "of type: nccl");
  }

  /** NCCL and storage have a knob of this name each. */
  @Test
  void shouldListAllKnobsOfAName() {
    assertThat(run("knobs", "workload.protocol")).isZero();
    assertThat(out.toString())
        .contains("one of auto, ll, ll128, simple", "of type: nccl\n")
        .contains("one of nvme-rdma, nvme-tcp, object-rdma, object-tcp", "of type: storage\n");
  }

  @Test
  void shouldListSomeKnobsForPeople() {
    assertThat(run("knobs", "kmin")).isZero();
    assertThat(out.toString())
        .startsWith("congestion.kmin")
        .contains("default: 4KB per Gb/s", "presets: article 20KB, paper 5KB")
        .doesNotContain("pfc.");
  }

  @Test
  void shouldGuessWhichKnobWasMeant() {
    assertThat(run("knobs", "congestion.kmn")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean 'congestion.kmin'?");
  }

  @Test
  void shouldPrintTheSchemaAndNothingElse() {
    assertThat(run("schema")).isZero();
    JsonNode schema = JsonMapper.builder().build().readTree(out.toString());
    assertThat(schema.get("$schema").asString()).endsWith("2020-12/schema");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
