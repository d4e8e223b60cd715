package dev.headroom.run.summary;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.scenario.Scenario;

/**
 * Terms for the flow control that stops the sender of a link: PFC pauses or lack of credit.
 *
 * @param name of the mechanism
 * @param one time that a class of a port was held back
 * @param many such times
 * @param stood what a port does meanwhile: it stood ...
 * @param circle what happens in a deadlock: they ...
 */
public record FlowControlTerms(String name, String one, String many, String stood, String circle) {
  /** PFC, or credit-based flow control where a scenario has it. */
  public static FlowControlTerms in(Scenario scenario) {
    return isByCredits(scenario)
        ? new FlowControlTerms(
            "credits", "wait", "waits", "without credit from", "ports wait for each other's credit")
        : new FlowControlTerms("PFC", "pause", "pauses", "paused by", "pauses wait for each other");
  }

  static boolean isByCredits(Scenario scenario) {
    return scenario.settings().get(CreditKnobs.CREDITS);
  }
}
