package dev.headroom.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.scenario.ScenarioWriter;
import java.util.ArrayList;
import java.util.List;

/** A scenario that is written as ours must read back equal. */
public final class RoundTrip {
  private RoundTrip() {}

  public static void check(Scenario scenario) {
    String text = ScenarioWriter.write(scenario);
    Scenario read =
        switch (ScenarioReader.read(text, "converted.yaml", List.of())) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
        };
    assertThat(read.name()).isEqualTo(scenario.name());
    assertThat(read.fabric().nodes()).isEqualTo(scenario.fabric().nodes());
    assertThat(read.fabric().links()).isEqualTo(scenario.fabric().links());
    assertThat(read.failures()).isEqualTo(scenario.failures());
    assertThat(read.settings().asMap()).isEqualTo(scenario.settings().asMap());
    assertThat(read.overrides()).hasSameSizeAs(scenario.overrides());
    assertThat(said(read.flows())).isEqualTo(said(scenario.flows()));
  }

  /** Everything that a program answers, flow by flow. */
  public static List<String> said(FlowProgram flows) {
    List<String> lines = new ArrayList<>();
    for (int flow = 0; flow < flows.flows(); flow++) {
      StringBuilder text = new StringBuilder();
      text.append(
          "%d>%d %d at %d ports %d needs %d %s"
              .formatted(
                  flows.source(flow),
                  flows.destination(flow),
                  flows.bytes(flow),
                  flows.startPs(flow),
                  flows.fixedPorts(flow),
                  flows.needs(flow),
                  flows.overrides(flow)));
      flows.whenCompleted(flow, dependent -> text.append(" completed>").append(dependent));
      flows.whenDelivered(flow, dependent -> text.append(" delivered>").append(dependent));
      lines.add(text.toString());
    }
    return lines;
  }
}
