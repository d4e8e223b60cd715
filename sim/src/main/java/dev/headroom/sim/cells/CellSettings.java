package dev.headroom.sim.cells;

import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import java.util.Optional;

/**
 * Settings of the segmentation of packets into cells between leaves.
 *
 * @param bytes of a cell on the wire
 * @param header how many of these say where it belongs
 * @param reassemblyTimeoutPs how long the last leaf waits for missing cells
 * @param scheduled whether packets wait at the first leaf until the last one grants them credit
 * @param creditBytes granted at a time
 * @param speedup of what is granted over what the port can send
 * @param limitBytes nothing is granted while a port has more than this queued
 */
public record CellSettings(
    int bytes,
    int header,
    long reassemblyTimeoutPs,
    boolean scheduled,
    int creditBytes,
    double speedup,
    long limitBytes) {
  /** No cell is shorter; one that asks for credit or grants it is just as long: an assumption. */
  private static final int LEAST_BYTES = 64;

  public static boolean isCellFabric(Settings settings) {
    return settings.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.CELLS;
  }

  /**
   * Empty where packets travel whole.
   *
   * @throws UnrunnableScenarioException if switches trim packets
   */
  public static Optional<CellSettings> of(Settings settings) {
    if (!isCellFabric(settings)) {
      return Optional.empty();
    }
    if (settings.get(SwitchKnobs.TRIMMING)) {
      throw new UnrunnableScenarioException(
          "routing.algorithm cells cuts packets into cells, which fabric.switches.trimming "
              + "cannot trim: set fabric.switches.trimming to false, or use another "
              + "routing.algorithm");
    }
    if (settings.get(RoutingKnobs.VOQ) && settings.get(CreditKnobs.CREDITS)) {
      throw new UnrunnableScenarioException(
          "routing.voq grants credit from leaf to leaf, and credits.enabled grants it from "
              + "switch to switch: set one of them to false");
    }
    return Optional.of(
        new CellSettings(
            (int) settings.get(RoutingKnobs.CELL).bytes(),
            (int) settings.get(RoutingKnobs.CELL_HEADER).bytes(),
            settings.get(RoutingKnobs.REASSEMBLY).ps(),
            settings.get(RoutingKnobs.VOQ),
            (int) settings.get(RoutingKnobs.VOQ_CREDIT).bytes(),
            settings.get(RoutingKnobs.VOQ_SPEEDUP),
            settings.get(RoutingKnobs.VOQ_LIMIT).bytes()));
  }

  /** Bytes of a cell that asks for credit or grants it. */
  int controlBytes() {
    return LEAST_BYTES;
  }

  /** Cells that a frame is cut into. */
  int cells(int frameBytes) {
    int room = bytes - header;
    return Math.max(1, (frameBytes + room - 1) / room);
  }

  /** Bytes of the last of them. */
  int lastBytes(int frameBytes) {
    int left = frameBytes - (cells(frameBytes) - 1) * (bytes - header);
    return Math.max(LEAST_BYTES, left + header);
  }
}
