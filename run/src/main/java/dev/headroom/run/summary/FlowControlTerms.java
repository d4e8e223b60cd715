package dev.headroom.run.summary;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.scenario.Scenario;

/**
 * Terms for the flow control that stops the sender of a link: PFC pauses or lack of credit.
 *
 * @param name of the mechanism
 * @param one time that a class of a port was held back
 * @param many such times
 * @param stood state of a port meanwhile, before the name of the peer
 * @param cycle what a deadlock consists of
 */
public record FlowControlTerms(String name, String one, String many, String stood, String cycle) {
  /** PFC, or credit-based flow control where a scenario has it. */
  public static FlowControlTerms in(Scenario scenario) {
    return isByCredits(scenario)
        ? new FlowControlTerms(
            "credits", "wait", "waits", "without credit from", "cyclic waits for credit")
        : new FlowControlTerms("PFC", "pause", "pauses", "paused by", "cyclic PFC pauses");
  }

  static boolean isByCredits(Scenario scenario) {
    return scenario.settings().get(CreditKnobs.CREDITS);
  }
}
