package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ScenarioReferenceTest {
  private static final Path FILE = Scenarios.ROOT.resolve("docs/scenario-reference.yaml");

  /** {@code -Dheadroom.update=true} writes the file instead. */
  @Test
  void shouldBeWhatIsCommitted() throws IOException {
    if (Boolean.getBoolean("headroom.update")) {
      Files.writeString(FILE, ScenarioReference.text());
    }
    assertThat(Files.readString(FILE))
        .as(
            "docs/scenario-reference.yaml: mvn -pl model test -Dtest=ScenarioReferenceTest -Dheadroom.update=true")
        .isEqualTo(ScenarioReference.text());
  }

  @Test
  void shouldLoadWithEveryKnobAtItsDefault() {
    Scenario scenario = Scenarios.good(ScenarioReference.text());
    for (Knob<?> knob : Knobs.all()) {
      assertThat(scenario.settings().isSet(knob))
          .as(knob.name())
          .isEqualTo(knob.fallback().isPresent());
      assertThat(scenario.settings().find(knob)).as(knob.name()).isEqualTo(knob.fallback());
    }
  }
}
