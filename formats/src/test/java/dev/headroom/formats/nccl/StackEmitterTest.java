package dev.headroom.formats.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.stack.HostJob;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackSettings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Variables of software stacks as files, read back. */
final class StackEmitterTest {
  private static StackSettings settings(SoftwareStack stack) {
    String yaml =
        """
        fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 8}
        transport: {dscp: 26}
        workload: {type: nccl, size: 1MiB}
        """;
    Scenario scenario =
        switch (ScenarioReader.read(yaml, "test", List.of())) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
        };
    return StackSettings.of(
        HostJob.of(scenario, scenario.fabric().hosts().getFirst()), stack, true);
  }

  private static HostFacts host(List<EmittedFile> files) {
    return HostFacts.of(
        "n1",
        files.stream()
            .map(file ->
                FormatCatalogue.reader()
                    .read(FactSource.of(file.place().substring(1)), file.text()))
            .toList());
  }

  @ParameterizedTest
  @EnumSource(names = {"NCCL", "RCCL", "UCX"})
  void shouldReadBackWhatItWrites(SoftwareStack stack) {
    Emission emission = StackEmitter.emit(settings(stack), "n1", Optional.empty());
    assertThat(emission.edits()).isNotEmpty();
    HostFacts host = host(emission.files());
    for (StatementEdit edit : emission.edits()) {
      String[] pair = edit.text().split("=", 2);
      assertThat(host.environment(pair[0]).optional()).as(edit.text()).contains(pair[1]);
    }
    assertThat(StackEmitter.emit(settings(stack), "n1", Optional.of(host)).isEmpty()).isTrue();
  }

  /** The traffic class is the DSCP times 4 with ECT(0): 106, not 104. */
  @Test
  void shouldWriteTheTrafficClassWithEct() {
    Emission emission =
        StackEmitter.emit(
            settings(SoftwareStack.NCCL),
            "n1",
            Optional.of(
                host(List.of(new EmittedFile("nccl.conf", "/etc/nccl.conf", "NCCL_IB_TC=104\n")))));
    assertThat(emission.files().getFirst().text()).contains("NCCL_IB_TC=106\n");
    assertThat(emission.changes())
        .anyMatch(change ->
            change.setting().equals("NCCL_IB_TC") && change.from().equals(Optional.of("104")));
  }
}
