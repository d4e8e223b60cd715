package dev.headroom.bench.validation;

import dev.headroom.formats.hpcc.HpccFct;
import dev.headroom.formats.hpcc.HpccInput;
import dev.headroom.formats.hpcc.HpccPfcEvent;
import dev.headroom.formats.hpcc.HpccPortBytes;
import dev.headroom.formats.hpcc.HpccQueuePeak;
import dev.headroom.formats.hpcc.HpccReader;
import dev.headroom.formats.hpcc.HpccResults;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An input of the HPCC ns-3 simulator with the results that it gave there.
 *
 * @param flows finished flows, in order of completion
 * @param pauses PFC frames received, in time order
 * @param peaks deepest egress queue of each switch port
 */
record HpccCase(
    String name,
    HpccInput input,
    List<HpccFct> flows,
    List<HpccPfcEvent> pauses,
    List<HpccQueuePeak> peaks) {

  static HpccCase of(String name) throws IOException {
    Path folder = ReferenceData.folder("hpcc-ns3");
    Path results = folder.resolve("results");
    Path pauses = results.resolve(name + ".pfc.txt");
    return new HpccCase(
        name,
        HpccReader.read(
            folder.resolve("inputs/config_" + name + ".txt"), HpccReader.Options.DEFAULT),
        HpccResults.fct(results.resolve(name + ".fct.txt")),
        Files.exists(pauses) ? HpccResults.pfc(pauses) : List.of(),
        HpccResults.peaks(results.resolve(name + ".qmax.txt")));
  }

  /** One of which its results lie beside the input, and no peaks. */
  static HpccCase more(String name) throws IOException {
    Path folder = ReferenceData.folder("hpcc-ns3").resolve("more");
    return new HpccCase(
        name,
        HpccReader.read(folder.resolve("config_" + name + ".txt"), HpccReader.Options.DEFAULT),
        HpccResults.fct(folder.resolve(name + ".fct.txt")),
        HpccResults.pfc(folder.resolve(name + ".pfc.txt")),
        List.of());
  }

  /** Bytes let into each switch port there. */
  List<HpccPortBytes> ports() throws IOException {
    return HpccResults.ports(
        ReferenceData.folder("hpcc-ns3").resolve("results").resolve(name + ".ports.txt"));
  }

  long deepest() {
    return peaks.stream().mapToLong(HpccQueuePeak::bytes).max().orElse(0);
  }

  double meanFctNs() {
    return meanNs(flows);
  }

  private static double meanNs(List<HpccFct> flows) {
    return flows.stream().mapToLong(HpccFct::fctNs).average().orElse(Double.NaN);
  }

  /** Runs it here, with a seed for the draws of marking. */
  Ours run(long seed) {
    Scenario scenario =
        input.scenario().with(input.scenario().settings().with(RunKnobs.SEED, seed));
    List<FlowResult> flows = new ArrayList<>();
    RunResult result =
        Simulation.run(scenario, new RunOptions(1, true), flows::add, (now, done, sent) -> true);
    return new Ours(this, flows, result);
  }

  /** What we measured of it. */
  record Ours(HpccCase reference, List<FlowResult> results, RunResult run) {
    private Fabric fabric() {
      return reference.input.scenario().fabric();
    }

    List<HpccFct> flows() {
      List<Node> hosts = fabric().hosts();
      return results.stream()
          .filter(FlowResult::finished)
          .map(flow -> {
            int from = hosts.get(flow.source()).id();
            int to = hosts.get(flow.destination()).id();
            return new HpccFct(
                from,
                to,
                flow.udpPorts() >>> 16,
                flow.udpPorts() & 0xffff,
                flow.bytes(),
                flow.startPs() / 1_000,
                flow.completedPs() / 1_000 - flow.startPs() / 1_000,
                reference.input.paths().standaloneNs(from, to, flow.bytes()));
          })
          .toList();
    }

    List<HpccPfcEvent> pauses() {
      return run.pauseEvents().stream()
          .map(event ->
              new HpccPfcEvent(
                  event.atPs() / 1_000,
                  event.node(),
                  !fabric().nodes().get(event.node()).isHost(),
                  event.port(),
                  event.xoff()))
          .toList();
    }

    /** The deepest egress queue of any switch port. */
    long deepest() {
      return switchPorts().stream()
          .mapToLong(port -> Arrays.stream(port.peakQueueBytes()).max().orElse(0))
          .max()
          .orElse(0);
    }

    private List<PortResult> switchPorts() {
      return run.ports().stream()
          .filter(port -> !fabric().nodes().get(port.node()).isHost())
          .toList();
    }

    double meanFctNs() {
      return meanNs(flows());
    }

    FlowComparison compared() {
      return FlowComparison.of(flows(), reference.flows);
    }

    PortComparison portsCompared() throws IOException {
      return PortComparison.of(
          switchPorts().stream()
              .map(port -> new HpccPortBytes(port.node(), port.port(), port.admittedBytes(), 0))
              .toList(),
          reference.ports());
    }
  }
}
