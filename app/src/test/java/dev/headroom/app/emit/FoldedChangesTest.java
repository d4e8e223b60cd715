package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FoldedChangesTest {
  private static DeviceChange change(String knob, String place, String to) {
    return new DeviceChange(
        "leaf1", "setting", place, Optional.empty(), to, knob, "wanted", new Exactness.Exact());
  }

  @Test
  void shouldFoldManyEntriesOfOnePlace() {
    List<DeviceChange> entries =
        IntStream.range(0, 9)
            .mapToObj(dscp -> change("fabric.switches.dscpMap", "MAP", "\"" + dscp + "\": \"0\""))
            .toList();
    assertThat(FoldedChanges.of(entries))
        .singleElement()
        .satisfies(
            change -> assertThat(change.to()).isEqualTo("\"0\": \"0\"; \"1\": \"0\" and 7 more"));
    assertThat(FoldedChanges.of(entries.subList(0, 4))).hasSize(4);
  }

  @Test
  void shouldSayOnceThatAClassHasPfc() {
    assertThat(
            FoldedChanges.of(
                List.of(
                    change("pfc.classes", "PORT", "\"pfc_enable\": \"3\""),
                    change("pfc.enabled", "PORT", "\"pfc_enable\": \"3\""))))
        .extracting(DeviceChange::knob)
        .containsExactly("pfc.classes");
  }
}
