package dev.headroom.formats.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.NotExpressibleException;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.workload.FlowList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HpccFlowWriterTest {
  @TempDir private Path folder;

  @Test
  void sortsByStartAndSurvivesThatSimulatorsDoubles() throws IOException {
    FlowList flows =
        new FlowList(
            List.of(FlowList.Entry.at(1, 2, 5_000, 2_612_000), FlowList.Entry.at(0, 1, 1_000, 0)));
    StringBuilder text = new StringBuilder();
    HpccFlowWriter.write(flows, host -> host, text);

    assertThat(text.toString())
        .isEqualTo("2\n0 1 3 100 1000 2.000000000\n1 2 3 100 5000 2.0000026120000003\n");
    Path config = Inputs.write(folder, Inputs.CONFIG, Inputs.TOPOLOGY, text.toString());
    for (HpccModel model : HpccModel.values()) {
      FlowProgram read =
          HpccReader.read(config, new HpccReader.Options(model, false)).scenario().flows();
      assertThat(read.startPs(1)).isEqualTo(2_000_002_612_000L);
    }
  }

  @Test
  void refusesFlowsThatWait() {
    FlowList flows =
        new FlowList(
            List.of(
                FlowList.Entry.at(1, 2, 5_000, 0),
                new FlowList.Entry(2, 1, 5, 0, List.of(0), List.of(), -1)));
    assertThatThrownBy(() -> HpccFlowWriter.write(flows, host -> host, new StringBuilder()))
        .isInstanceOf(NotExpressibleException.class)
        .hasMessageContaining("flow 1 depends on another flow");
  }
}
