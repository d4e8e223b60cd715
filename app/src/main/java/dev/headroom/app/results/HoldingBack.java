package dev.headroom.app.results;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.scenario.Scenario;

/**
 * What keeps the sender of a link from sending, in words.
 *
 * @param name of the mechanism
 * @param one time that a class of a port was held back
 * @param many such times
 */
public record HoldingBack(String name, String one, String many) {
  /** PFC, or credit-based flow control where a scenario has it. */
  public static HoldingBack in(Scenario scenario) {
    return scenario.settings().get(CreditKnobs.CREDITS)
        ? new HoldingBack("credits", "wait", "waits")
        : new HoldingBack("PFC", "pause", "pauses");
  }
}
