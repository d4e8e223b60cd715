package dev.headroom.formats.switches;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * State of a port, and whether the switch has shut it down for a fault. EOS, NX-OS and IOS have the
 * same words for it.
 *
 * @param reason why, where it says so
 */
public record PortFault(ReportedValue<String> state, ReportedValue<String> reason) {
  /** How to mend it. */
  public static final String CURE =
      "find the reason (show interfaces status err-disabled), fix it, then shutdown and no "
          + "shutdown the port; errdisable recovery re-enables the port automatically";

  private static final Pattern FAULT =
      Pattern.compile("(?i)\\berr-?disab|linkFlapE|psecure-viol|hwFailure|\\bfaulty\\b");

  /** None where nothing tells of the port's state. */
  public static Optional<PortFault> of(FactSet facts, Subject port) {
    ReportedValue<String> state =
        facts.text(port, "status").orElseReported(facts.text(port, "state"));
    return state.isReported()
        ? Optional.of(new PortFault(state, facts.text(port, "reason")))
        : Optional.empty();
  }

  /** Whether it was shut down for a fault. */
  public boolean isFault() {
    return state.matches(text -> FAULT.matcher(text).find());
  }
}
