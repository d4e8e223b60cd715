package dev.headroom.sim.rc;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;

/**
 * Settings of the receive requests for SENDs, and of the response when none is posted.
 *
 * @param entries receive requests of a queue pair; {@code Long.MAX_VALUE}: there is always one
 * @param repostPs from a message's last packet until its receive request is posted again
 * @param timerPs what the sender waits after an RNR NAK
 * @param retries RNR NAKs in a row that are survived; {@link #FOR_EVER} is any number
 */
public record ReceiveQueueSettings(long entries, long repostPs, long timerPs, int retries) {
  /** InfiniBand's code for no limit: the field has three bits. */
  public static final int FOR_EVER = 7;

  static ReceiveQueueSettings of(Settings settings) {
    return new ReceiveQueueSettings(
        settings.find(TransportKnobs.RECEIVE_QUEUE).orElse(Long.MAX_VALUE),
        settings.get(TransportKnobs.RECEIVE_REPOST).ps(),
        RnrTimer.ps(settings.get(TransportKnobs.RNR_TIMER).intValue()),
        settings.get(TransportKnobs.RNR_RETRY).intValue());
  }

  public boolean isBounded() {
    return entries != Long.MAX_VALUE;
  }
}
