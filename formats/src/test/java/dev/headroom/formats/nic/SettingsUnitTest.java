package dev.headroom.formats.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.KeptFile;
import dev.headroom.formats.emit.MergedUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units of two plans for one interface, in a folder in place of that of systemd. */
final class SettingsUnitTest {
  private static final NicIdentity NIC =
      new NicIdentity("ionic_0", "eth0", Optional.of("0000:06:00.0"), 400e9, 3, true);

  @TempDir private Path folder;
  private Path place;

  @BeforeEach
  void makeThePlace() {
    place = folder.resolve("unit.service");
  }

  private void apply(EmittedFile unit) throws IOException, InterruptedException {
    KeptFile kept = new KeptFile(place.toString(), unit.text());
    Files.writeString(folder.resolve("new.service"), unit.text());
    sh(kept.keep(), new MergedUnit("new.service", place.toString()).write(), kept.note());
  }

  private void undo(EmittedFile unit) throws IOException, InterruptedException {
    sh(new KeptFile(place.toString(), unit.text()).restore());
  }

  private void sh(String... commands) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", "set -eu\n" + String.join("\n", commands))
            .directory(folder.toFile())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }

  private static EmittedFile unit(NicLanguage language, Map<String, String> knobs) {
    return NicEmitter.emit(language, WantedNic.of("n1", NIC, knobs), Optional.empty())
        .files()
        .getFirst();
  }

  private static EmittedFile classes(String map) {
    return HostQosEmitter.emit(
            HostQosTool.MLNX_QOS,
            WantedNic.of("n1", NIC, Map.of("hosts.dscpMap", map)),
            Optional.empty())
        .files()
        .getFirst();
  }

  private List<String> commands() throws IOException {
    return Files.readString(place)
        .lines()
        .filter(line -> line.startsWith("ExecStart="))
        .map(line -> line.replaceFirst("^ExecStart=/bin/sh -c '(.*)'$", "$1"))
        .toList();
  }

  /** ethtool calls it a failure if nothing changes, and the commands after it would not run. */
  @Test
  void shouldGoOnWhereAnInterfaceHasAValueAlready() {
    EmittedFile unit = unit(NicLanguage.ETHTOOL, Map.of("hosts.cpu.moderation", "16us"));
    assertThat(unit.text().indexOf("SuccessExitStatus=80\n"))
        .isBetween(unit.text().indexOf("[Service]"), unit.text().indexOf("ExecStart="));
    assertThat(unit(NicLanguage.AMD, Map.of("congestion.rateAi", "160Mbps")).text())
        .doesNotContain("SuccessExitStatus");
  }

  @Test
  void shouldKeepWhatAnEarlierPlanMadeLast() throws Exception {
    EmittedFile first =
        unit(
            NicLanguage.AMD,
            Map.of("congestion.rateAi", "160Mbps", "congestion.fastRecovery", "1"));
    EmittedFile second =
        unit(
            NicLanguage.AMD,
            Map.of("congestion.rateAi", "200Mbps", "congestion.rateHai", "300Mbps"));
    apply(first);
    assertThat(place).hasContent(first.text());
    apply(second);

    String update = "nicctl update dcqcn -r ionic_0 -i 1 --";
    assertThat(commands())
        .containsExactlyInAnyOrder(
            update + "rate-increase-threshold 1", update + "ai-rate 200", update + "hai-rate 300");
    assertThat(Files.readString(place)).containsOnlyOnce("[Install]").containsOnlyOnce("[Service]");
    undo(second);
    assertThat(place).hasContent(first.text());
    undo(first);
    assertThat(place).doesNotExist();
  }

  @Test
  void shouldKeepOtherDscpsOfAnEarlierPlan() throws Exception {
    apply(classes("26=3,34=4"));
    apply(classes("34=5,48=6"));
    String set = "mlnx_qos -i eth0 --dscp2prio set,";
    assertThat(commands())
        .containsExactly("mlnx_qos -i eth0 --trust dscp", set + "26,3", set + "34,5", set + "48,6");
  }

  /** The driver takes its files together: their folder comes first, the word to take them last. */
  @Test
  void shouldKeepTheFrameOfCommandsThatGoTogether() throws Exception {
    apply(unit(NicLanguage.BNXT, Map.of("transport.cnpClass", "6")));
    List<String> first = commands();
    apply(unit(NicLanguage.BNXT, Map.of("congestion.cnpInterval", "10us")));
    assertThat(commands())
        .startsWith(first.getFirst())
        .endsWith(first.getLast())
        .containsAll(first)
        .doesNotHaveDuplicates();
  }

  /** A plan that is taken again writes the same. */
  @Test
  void shouldWriteTheSameAgain() throws Exception {
    EmittedFile unit = classes("26=3");
    apply(unit);
    apply(unit);
    assertThat(place).hasContent(unit.text());
  }
}
