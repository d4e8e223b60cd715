package dev.headroom.app.files;

import dev.headroom.formats.hpcc.HpccFctWriter;
import dev.headroom.formats.hpcc.HpccInput;
import dev.headroom.formats.hpcc.HpccPfcWriter;
import dev.headroom.model.fabric.Node;
import dev.headroom.sim.measure.PauseEvent;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.util.List;

/** Writer of {@code fct.txt} and {@code pfc.txt} in the format of the HPCC ns-3 simulator. */
public final class HpccResultFiles {
  private HpccResultFiles() {}

  public static void write(RunFolder folder, HpccInput input, FlowSpool flows, RunResult result)
      throws IOException {
    List<Node> hosts = input.wiring().fabric().hosts();
    try (HpccFctWriter fct = HpccFctWriter.open(folder.result("fct.txt"), input.paths())) {
      flows.read(flow -> {
        if (flow.finished()) {
          fct.write(
              hosts.get(flow.source()).id(),
              hosts.get(flow.destination()).id(),
              flow.udpPorts(),
              flow.bytes(),
              flow.startPs(),
              flow.completedPs());
        }
      });
      fct.commit();
    }
    try (HpccPfcWriter pfc = HpccPfcWriter.open(folder.result("pfc.txt"), input.wiring())) {
      for (PauseEvent event : result.pauseEvents()) {
        pfc.write(event.atPs(), event.node(), event.port(), event.xoff());
      }
      pfc.commit();
    }
  }
}
