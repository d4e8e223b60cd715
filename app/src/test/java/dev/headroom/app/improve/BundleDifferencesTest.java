package dev.headroom.app.improve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BundleDifferencesTest {
  @TempDir private Path folder;

  private Path bundle(String name, String mtu) throws IOException {
    Path host = folder.resolve(name).resolve("node1");
    Files.createDirectories(host.resolve("etc"));
    Files.createDirectories(host.resolve("sys/class/net/eth0"));
    Files.writeString(host.resolve("etc/hostname"), "node1\n");
    Files.writeString(host.resolve("sys/class/net/eth0/mtu"), mtu);
    Files.write(host.resolve("core"), new byte[] {1, 0, 2, (byte) 0xff});
    return folder.resolve(name);
  }

  /** A bundle may have files that are no text; no plan changes them. */
  @Test
  void shouldLeaveFilesAloneThatAreNoText() throws IOException {
    Path before = bundle("before", "1500\n");
    Path after = bundle("after", "4200\n");
    assertThat(BundleDifferences.of(List.of(before), List.of(), after))
        .extracting(FileDifference::path)
        .containsExactly("sys/class/net/eth0/mtu");
  }
}
