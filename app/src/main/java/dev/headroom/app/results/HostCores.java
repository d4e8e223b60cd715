package dev.headroom.app.results;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.measure.RunResult;

/**
 * Cores that a host has for networking, and how busy those of the busiest host were.
 *
 * @param count knobs {@code hosts.cpu.cores} and {@code hosts.cpu.interruptCores}, 1 or more
 * @param busy share of the time, 0 to 1; 0 where the transport lives in the NIC
 */
record HostCores(long count, double busy) {
  static HostCores of(Settings settings, RunResult result) {
    long count = settings.get(CpuKnobs.CORES) + settings.get(CpuKnobs.INTERRUPT_CORES);
    double most = (double) result.counts().cpu().mostBusyPs();
    return new HostCores(
        count, result.endPs() == 0 ? 0 : Math.min(1, most / result.endPs() / count));
  }
}
