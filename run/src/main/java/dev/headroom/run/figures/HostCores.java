package dev.headroom.run.figures;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.RunResult;
import java.util.List;

/**
 * Cores of each host for networking, and their utilization.
 *
 * @param count knobs {@code hosts.cpu.cores} and {@code hosts.cpu.interruptCores}, 1 or more
 * @param busy share of the time that those of the busiest host worked, 0 to 1; 0 where the
 *     transport lives in the NIC, or where hosts have different numbers of cores
 * @param busiest the same of the busiest core: what is of one connection is done by one
 */
public record HostCores(long count, double busy, double busiest) {
  public static HostCores of(Scenario scenario, RunResult result) {
    List<Long> counts =
        scenario.fabric().hosts().stream()
            .map(scenario::at)
            .map(own -> own.get(CpuKnobs.CORES) + own.get(CpuKnobs.INTERRUPT_CORES))
            .distinct()
            .toList();
    boolean known = counts.size() == 1 && result.endPs() > 0;
    double most = (double) result.counts().cpu().mostBusyPs();
    double core = (double) result.counts().cpu().busiestCorePs();
    return new HostCores(
        counts.getFirst(),
        known ? Math.min(1, most / result.endPs() / counts.getFirst()) : 0,
        result.endPs() > 0 ? Math.min(1, core / result.endPs()) : 0);
  }
}
