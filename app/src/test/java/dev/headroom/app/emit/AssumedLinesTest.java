package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AssumedLinesTest {
  @TempDir private Path folder;

  @Test
  void shouldTellWhatConvertAssumed() throws IOException {
    Path scenario = folder.resolve("today.yaml");
    Files.writeString(
        scenario,
        """
        # From the outputs of hosts and switches.
        # Assumed: the class of RDMA: class 4.
        # Set: pfc.classes [4] of leaf1 (config_db.json:3, pfc_enable).
        name: today
        # Assumed: a comment of the user.
        """);
    assertThat(AssumedLines.of(scenario))
        .containsExactly("the scenario assumes, and nobody chose: the class of RDMA: class 4");
    assertThat(AssumedLines.of(Path.of("-"))).isEmpty();
  }
}
