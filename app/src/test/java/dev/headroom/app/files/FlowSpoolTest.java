package dev.headroom.app.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.run.summary.MadeRun;
import dev.headroom.sim.measure.FlowResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlowSpoolTest {
  @TempDir private Path temporary;

  @Test
  void shouldGiveBackWhatItTookInOrderAndAsOftenAsAsked() throws IOException {
    MadeRun run = MadeRun.incast64().unfinished(3);
    run.result();
    Path made = temporary.resolve("run");
    try (RunFolder folder = RunFolder.open(made);
        FlowSpool spool = FlowSpool.create(folder, true)) {
      run.flows().forEach(spool::accept);
      for (int i = 0; i < 2; i++) {
        List<FlowResult> read = new ArrayList<>();
        spool.read(read::add);
        assertThat(read).isEqualTo(run.flows());
      }
    }
    try (Stream<Path> left = Files.list(made)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void shouldWriteNothingThatNobodyReads() throws IOException {
    MadeRun run = MadeRun.incast64();
    run.result();
    try (RunFolder folder = RunFolder.open(temporary.resolve("run"));
        FlowSpool spool = FlowSpool.create(folder, false)) {
      run.flows().forEach(spool::accept);
      try (Stream<Path> files = Files.list(folder.path())) {
        assertThat(files).containsExactly(folder.file(".headroom-lock"));
      }
      assertThatThrownBy(() -> spool.read(flow -> {})).isInstanceOf(IllegalStateException.class);
    }
  }
}
