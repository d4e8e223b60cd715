package dev.headroom.sim.rc;

import dev.headroom.congestion.Signal;
import dev.headroom.congestion.uet.ReceiverBuffers;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.message.Framing;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.message.OutstandingLimits;
import java.util.Optional;

/**
 * Settings of a reliable connection.
 *
 * @param messageSettings how it moves flows
 * @param numbering what sequence numbers count
 * @param acks how packets are acknowledged
 * @param marks how ECN marks are told
 * @param retries what is done where nothing is heard
 * @param receiveQueue receive requests for SEND
 * @param recovery what becomes of reordered and lost packets
 * @param admission buffers of a receiver that says who may send; empty where nobody asks it
 */
public record RcSettings(
    MessageSettings messageSettings,
    SequenceNumbering numbering,
    AckSettings acks,
    EcnFeedbackSettings marks,
    RetrySettings retries,
    ReceiveQueueSettings receiveQueue,
    LossRecoverySettings recovery,
    Optional<ReceiverBuffers.Settings> admission) {

  /** Half of the number space, beyond which older and newer cannot be told apart. */
  private static final long MOST_PACKETS = 1 << 23;

  /** What a scenario says. */
  public static RcSettings of(Scenario scenario) {
    return of(scenario.settings(), AckInterval.of(scenario), InFlightLimit.of(scenario));
  }

  /** What it says to the queue pair of a flow. */
  public static RcSettings of(Scenario scenario, FlowOverrides flow) {
    return of(scenario.with(flow.over(scenario.settings())));
  }

  static RcSettings of(Settings settings, int ackEvery) {
    return of(settings, ackEvery, InFlightLimit.of(settings));
  }

  private static RcSettings of(Settings settings, int ackEvery, long windowBytes) {
    SignalOverhead signalOverhead = SignalOverhead.of(settings);
    return new RcSettings(
        messageSettings(settings, ackEvery, windowBytes),
        SequenceNumbering.of(settings),
        AckSettings.of(settings),
        EcnFeedbackSettings.of(settings, signalOverhead),
        RetrySettings.of(settings),
        ReceiveQueueSettings.of(settings),
        LossRecoverySettings.of(settings),
        signalOverhead.watches(Signal.CREDIT)
            ? Optional.of(ScenarioControllers.buffers(settings))
            : Optional.empty());
  }

  private static MessageSettings messageSettings(
      Settings settings, int ackEvery, long windowBytes) {
    int mtu = settings.get(TransportKnobs.MTU).intValue();
    long messageBytes = settings.get(TransportKnobs.MESSAGE_SIZE).bytes();
    long packets = Math.max(1, Math.ceilDiv(messageBytes, (long) mtu));
    // Responses that are under way must be told apart by their numbers.
    long reads =
        Math.min(
            settings.get(TransportKnobs.OUTSTANDING_READS), Math.max(1, MOST_PACKETS / packets));
    return new MessageSettings(
        Framing.of(settings),
        settings.get(TransportKnobs.OPERATION),
        mtu,
        messageBytes,
        new OutstandingLimits(
            settings.get(TransportKnobs.OUTSTANDING),
            reads,
            windowBytes,
            settings.get(TransportKnobs.WINDOW_FOLLOWS_RATE)),
        ackEvery,
        ServiceLevelClasses.ofData(settings),
        ServiceLevelClasses.ofAcks(settings));
  }

  /** Sequence numbers that a flow takes. */
  public long flowNumbers(long bytes) {
    long whole = bytes / messageSettings.messageBytes();
    long rest = bytes - whole * messageSettings.messageBytes();
    return whole * messageNumbers() + (rest > 0 || whole == 0 ? numbering.count(rest) : 0);
  }

  /** Sequence numbers that a whole message takes. */
  long messageNumbers() {
    return numbering.count(messageSettings.messageBytes());
  }
}
