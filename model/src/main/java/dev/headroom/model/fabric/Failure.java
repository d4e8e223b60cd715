package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/** Failure or repair during a run, known before the run. */
public sealed interface Failure
    permits LinkEvent, LinkQuality, PauseStorm, InterruptStorm, SlowReceiver, Standstill {
  /** When. */
  Time at();
}
