package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/** Something that breaks in mid-run, or is whole again; known before the run. */
public sealed interface Failure
    permits LinkEvent, LinkQuality, PauseStorm, InterruptStorm, SlowReceiver, Standstill {
  /** When. */
  Time at();
}
