package dev.headroom.audit.gap;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.ProgressListener;

/** Listener to the simulations of a performance gap report. */
public interface GapProgress {
  /**
   * Is told before each simulation.
   *
   * @param what is simulated, such as {@code 64MiB as found}
   */
  void step(String what);

  /** Listens to a simulation that begins; may stop it. */
  ProgressListener listen(Scenario scenario);

  /** Whether the next simulation is to begin. */
  boolean shouldContinue();

  /** Says nothing and never stops. */
  GapProgress SILENT =
      new GapProgress() {
        @Override
        public void step(String what) {}

        @Override
        public ProgressListener listen(Scenario scenario) {
          return ProgressListener.SILENT;
        }

        @Override
        public boolean shouldContinue() {
          return true;
        }
      };
}
