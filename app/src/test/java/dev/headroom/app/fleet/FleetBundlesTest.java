package dev.headroom.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.TargetResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One bundle that cannot be kept is told of; the others are kept. */
final class FleetBundlesTest {
  @TempDir private Path folder;

  private TargetResult bundle(String host, Path file) {
    return new TargetResult.Bundle(
        new FleetTarget("admin", host, 22), file, 3, Duration.ofSeconds(1));
  }

  @Test
  void shouldGoOnWhereABundleCannotBeKept() throws IOException {
    Path sent = Files.writeString(folder.resolve("sent"), "abc");
    FleetBundles fleet = FleetBundles.in(folder.resolve("bundles"));

    fleet.add(bundle("gpu-1", sent));
    fleet.add(bundle("gpu-1", sent));
    fleet.add(bundle("gpu-2", folder.resolve("gone")));
    fleet.add(bundle("gpu-3", sent));

    assertThat(fleet.kept())
        .extracting(kept -> kept.target().host())
        .containsExactly("gpu-1", "gpu-3");
    assertThat(fleet.failed())
        .extracting(TargetResult.Failed::why)
        .satisfiesExactly(
            again -> assertThat(again).endsWith("already exists; give another folder"),
            gone -> assertThat(gone).startsWith("its bundle cannot be saved: "));
    try (var files = Files.list(fleet.folder())) {
      assertThat(files).hasSize(2).allSatisfy(file -> assertThat(file).hasContent("abc"));
    }
  }
}
