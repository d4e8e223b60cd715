package dev.headroom.sim.cpu;

import dev.headroom.model.choice.CompletionWait;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.Settings;
import java.util.Optional;

/**
 * Delivery of completion events to applications that sleep until one arrives.
 *
 * @param periodPs how long the NIC holds one back, in picoseconds
 * @param count completions that may come meanwhile
 * @param adaptive whether both follow the completions instead
 * @param wakePs from the interrupt until the application runs
 */
public record CompletionEvents(long periodPs, int count, boolean adaptive, long wakePs) {
  /** What a host is set with; empty where its applications poll. */
  public static Optional<CompletionEvents> of(Settings own) {
    return own.get(CompletionKnobs.WAIT) == CompletionWait.EVENTS
        ? Optional.of(
            new CompletionEvents(
                own.get(CompletionKnobs.PERIOD).ps(),
                own.find(CompletionKnobs.COUNT).map(Long::intValue).orElse(Integer.MAX_VALUE),
                own.get(CompletionKnobs.ADAPTIVE),
                own.get(CompletionKnobs.WAKE).ps()))
        : Optional.empty();
  }

  /** How events of one completion queue are held back. */
  public InterruptModeration moderation() {
    return adaptive ? new CompletionModeration() : new InterruptModeration.Fixed(periodPs, count);
  }
}
