package dev.headroom.app.results;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.RunResult;
import java.util.List;

/**
 * Cores that each host has for networking, and how busy those of the busiest host were.
 *
 * @param count knobs {@code hosts.cpu.cores} and {@code hosts.cpu.interruptCores}, 1 or more
 * @param busy share of the time, 0 to 1; 0 where the transport lives in the NIC, or where hosts
 *     have different numbers of cores
 */
record HostCores(long count, double busy) {
  static HostCores of(Scenario scenario, RunResult result) {
    List<Long> counts =
        scenario.fabric().hosts().stream()
            .map(scenario::at)
            .map(own -> own.get(CpuKnobs.CORES) + own.get(CpuKnobs.INTERRUPT_CORES))
            .distinct()
            .toList();
    boolean known = counts.size() == 1 && result.endPs() > 0;
    double most = (double) result.counts().cpu().mostBusyPs();
    return new HostCores(
        counts.getFirst(), known ? Math.min(1, most / result.endPs() / counts.getFirst()) : 0);
  }
}
