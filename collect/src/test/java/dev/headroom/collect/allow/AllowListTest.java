package dev.headroom.collect.allow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AllowListTest {
  static Stream<AllowList> lists() {
    return Stream.of(AllowList.host(), AllowList.sonic());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[commands]\nmst start",
        "[commands]\nmodprobe mlx5_core",
        "[commands]\nperfquery -R",
        "[commands]\nibdiagnet",
        "[commands]\nshow_gids",
        "[commands]\nsh -c true",
        "[commands]\nls $(x)",
        "[commands]\nsetpci -s 0:0.0 CAP_EXP+8.w",
        "[files]\n/sys/bus/pci/devices/*/resource0",
        "[files]\n/sys/bus/pci/devices/*/{vendor,rom}",
        "[files]\n/sys/bus/pci/devices/*/vpd",
        "[files]\n/sys/bus/pci/devices/*/reset",
      })
  void shouldRefuseWhatDisturbsAMachine(String text) {
    assertThatThrownBy(() -> Lists.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("test.allow:2")
        .hasMessageContaining("must not be touched");
  }

  @ParameterizedTest
  @MethodSource("lists")
  void shouldNameOnlyWhatLiesWhereSettingsAndStateLie(AllowList list) {
    Stream.concat(list.paths().files().stream(), list.secondSample().counters().stream())
        .forEach(taken ->
            assertThat(taken.folder())
                .matches("(/sys|/proc|/etc|/var/run/nvidia-topologyd|/usr/share/sonic).*|~"));
  }

  /** Files that anybody writes by hand may hold anything: only what is known of them goes out. */
  @ParameterizedTest
  @MethodSource("lists")
  void shouldRedactEveryFileThatPeopleWrite(AllowList list) {
    List<String> harmless = List.of("os-release", "hostname", "sonic_version.yml");
    list.paths().files().stream()
        .filter(taken -> taken.folder().startsWith("/etc") || taken.folder().startsWith("~"))
        .filter(taken -> !harmless.containsAll(taken.names()))
        .forEach(taken -> assertThat(taken.redaction()).as(taken.toString()).isPresent());
  }

  @Test
  void shouldWriteOutEachWordInBraces() {
    AllowList list = Lists.of("[files]\n/sys/{a,b}/{c,d}");

    assertThat(list.paths().files())
        .extracting(AllowList.Taken::folder)
        .containsExactly("/sys/a", "/sys/b");
    assertThat(list.paths().files().getFirst().names()).containsExactly("c", "d");
  }

  @Test
  void shouldAskTheFabricOnlyByName() {
    assertThat(AllowList.host().commands())
        .extracting(AllowList.Asked::name)
        .doesNotContain("ibnetdiscover", "iblinkinfo", "perfquery", "ibdiagnet", "show_gids");
    assertThat(AllowList.host().fabricNames())
        .containsExactly("ibnetdiscover", "iblinkinfo", "perfquery", "ibdiagnet", "show_gids");
  }
}
