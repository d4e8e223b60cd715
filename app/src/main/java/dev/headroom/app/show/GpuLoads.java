package dev.headroom.app.show;

import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.server.Server;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.ScheduleResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Loads of a server's GPUs in a run: kernels of a job or collective, and the PCIe traffic to and
 * from the adjacent NICs.
 */
public final class GpuLoads {
  private static final double PS_PER_SECOND = 1e12;

  private final Scenario scenario;
  private final RunResult result;
  private final double seconds;

  private GpuLoads(Scenario scenario, RunResult result) {
    this.scenario = scenario;
    this.result = result;
    seconds = Math.max(1, ended()) / PS_PER_SECOND;
  }

  /**
   * Of each GPU of a server.
   *
   * @param ports what passed its NICs, in order
   */
  public static List<GpuLoad> of(
      Scenario scenario, RunResult result, Server server, List<PortTraffic> ports) {
    GpuLoads loads = new GpuLoads(scenario, result);
    List<GpuLoad> all = new ArrayList<>();
    for (int gpu = 0; gpu < server.layout().gpus().size(); gpu++) {
      all.add(loads.of(server, gpu, ports));
    }
    return all;
  }

  private double ended() {
    return result.completionTimePs() > 0 ? result.completionTimePs() : result.endPs();
  }

  private GpuLoad of(Server server, int gpu, List<PortTraffic> ports) {
    if (!reachesGpus(server)) {
      return new GpuLoad(busy(server, gpu), 0, 0);
    }
    int nic = (int) ((long) gpu * ports.size() / server.layout().gpus().size());
    long sharing =
        IntStream.range(0, server.layout().gpus().size())
            .filter(other -> (long) other * ports.size() / server.layout().gpus().size() == nic)
            .count();
    double scale = 1.0 / (sharing * seconds);
    return new GpuLoad(
        busy(server, gpu),
        scale * Arrays.stream(ports.get(nic).receivedBytes()).sum(),
        scale * Arrays.stream(ports.get(nic).sentBytes()).sum());
  }

  /** Whether what passes the NICs comes from GPUs and goes to them. */
  private boolean reachesGpus(Server server) {
    boolean ofGpus =
        scenario.fabric().hosts().stream()
            .filter(host -> host.name().equals(server.name()))
            .findFirst()
            .filter(host -> scenario.at(host).get(PcieKnobs.MEMORY).isOfGpu())
            .isPresent();
    List<ScheduledFlows> here =
        scenario.flows().schedules().stream()
            .map(ScheduledPart::flows)
            .filter(flows -> place(flows, server).isPresent())
            .toList();
    return here.isEmpty() ? ofGpus : here.stream().anyMatch(flows -> flows.layout().hasGpus());
  }

  /** Where the first of a server's NICs that a schedule takes is among its own. */
  private static OptionalInt place(ScheduledFlows flows, Server server) {
    return server.nics().stream()
        .mapToInt(nic -> flows.placeOf(nic.place()))
        .filter(place -> place >= 0)
        .findFirst();
  }

  /** Kernels run from the start of a job until the GPU is done: NCCL's run while they wait. */
  private double busy(Server server, int gpu) {
    double sum = 0;
    List<ScheduledPart> schedules = scenario.flows().schedules();
    for (int i = 0; i < schedules.size(); i++) {
      ScheduledFlows flows = schedules.get(i).flows();
      OptionalInt place = place(flows, server);
      if (place.isPresent() && flows.layout().hasGpus() && gpu < flows.layout().gpus()) {
        ClusterLayout layout = flows.layout();
        int machine = place.getAsInt() / layout.cluster().machine().rails().nics();
        if (machine < layout.machines()) {
          sum += busy(result.schedules().get(i), layout.rank(machine, gpu));
        }
      }
    }
    return Math.min(1, sum);
  }

  private double busy(ScheduleResult of, int rank) {
    long ps =
        of.job()
            .map(job -> job.gpus().get(rank).computedPs() + job.gpus().get(rank).exposedPs())
            .orElse((of.donePs() < 0 ? result.endPs() : of.donePs()) - of.startPs());
    return ps / (seconds * PS_PER_SECOND);
  }
}
