package dev.headroom.collect.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.host.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines are called as their files call them, in whatever folder these lie. */
final class MachineNamingTest {
  private static final String EOS =
      "hostname Leaf-1\n!\ninterface Ethernet1\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n!\nend\n";

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** By one thread and by all. */
  private List<String> names(Path... paths) throws IOException, InterruptedException {
    List<String> alone =
        new AuditInputs().read(List.of(paths)).stream().map(HostFacts::name).toList();
    List<String> together = new ArrayList<>();
    new AuditInputs().each(List.of(paths), HostFacts::name, together::add, _ -> {});
    assertThat(together).isEqualTo(alone);
    return alone;
  }

  @Test
  void shouldCallMachinesAsTheirFilesDo() throws Exception {
    file("all/bundleA/etc/hostname", "real-host\n");
    file("all/gpu2/etc/hostname", "gpu2.example.com\n");
    file("all/gpu3/proc/cmdline", "BOOT_IMAGE=/vmlinuz quiet\n");
    file("all/tuesday/running.cfg", EOS);

    assertThat(names(folder.resolve("all"))).containsExactly("real-host", "gpu2", "gpu3", "Leaf-1");
    assertThat(new AuditInputs().read(List.of(folder.resolve("all"))).getFirst().names())
        .containsExactly("real-host", "bundleA");
  }

  @Test
  void shouldKeepMachinesOfOneNameApart() throws Exception {
    file("all/monday/running.cfg", EOS);
    file("all/tuesday/running.cfg", EOS);
    file("all/wednesday/running.cfg", EOS);

    assertThat(names(folder.resolve("all")))
        .containsExactly("Leaf-1", "Leaf-1 (tuesday)", "Leaf-1 (wednesday)");

    file("two/bundle/running.cfg", EOS);
    file("two/leaf-1/running.cfg", EOS);
    assertThat(names(folder.resolve("two"))).containsExactly("Leaf-1", "leaf-1 (2)");
  }

  @Test
  void shouldCallLooseConfigurationsAsTheyDo() throws Exception {
    Path nvue = file("nvue.txt", "nv set system hostname leaf-nv\nnv set qos roce mode lossless\n");
    Path sonic =
        file(
            "e.json",
            "{\"DEVICE_METADATA\": {\"localhost\": {\"hostname\": \"leaf-x\"}}, \"PORT_QOS_MAP\": {\"Ethernet0\": {\"pfc_enable\": \"3\"}}}\n");
    Path unnamed =
        file(
            "f.json",
            "{\"DEVICE_METADATA\": {\"localhost\": {\"hostname\": \"sonic\"}}, \"PORT_QOS_MAP\": {\"Ethernet0\": {\"pfc_enable\": \"3\"}}}\n");

    assertThat(names(nvue)).containsExactly("leaf-nv");
    assertThat(names(sonic)).containsExactly("leaf-x");
    assertThat(names(unnamed)).containsExactly("f.json");
  }
}
