package dev.headroom.sim.host;

import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.pcie.PciePaths;

/**
 * Copies between a GPU's memory and the host's, where the NIC cannot access the GPU's memory
 * directly: {@code hosts.memory.place: staged}.
 *
 * @param made whether there are any
 * @param latencyPs what a copy takes beside its bytes
 * @param shareUplink whether GPU and NIC are behind one PCIe switch, whose way to the root complex
 *     copies then share with what the NIC reads and writes
 */
record StagingCopies(boolean made, long latencyPs, boolean shareUplink) {
  /** None. */
  static final StagingCopies NONE = new StagingCopies(false, 0, false);

  static StagingCopies of(Settings own) {
    if (PciePaths.place(own) != MemoryPlace.STAGED) {
      return NONE;
    }
    boolean oneSwitch = !own.get(PcieKnobs.GPU_PATH).isOverRoot();
    return new StagingCopies(true, own.get(PcieKnobs.COPY_LATENCY).ps(), oneSwitch);
  }
}
