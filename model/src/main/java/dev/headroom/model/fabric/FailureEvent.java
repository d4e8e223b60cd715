package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/** Failure or repair during a run, known before the run. */
public sealed interface FailureEvent
    permits LinkEvent, LinkQuality, PauseStorm, InterruptStorm, SlowReceiver, NicFreeze {
  /** When. */
  Time at();
}
