package dev.headroom.sim.rc;

import dev.headroom.congestion.Controls;
import dev.headroom.congestion.DcqcnForm;
import dev.headroom.congestion.ReceiverBuffers;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.TransportType;
import dev.headroom.model.knob.CnpTiming;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.FrameFormat;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.MarkFeedback;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.Verb;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowTerms;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.control.Instruments;
import dev.headroom.unit.Time;
import java.util.Optional;

/**
 * What a reliable connection is set with.
 *
 * @param framing bytes around the payload
 * @param operation the verb that moves the data
 * @param mtu payload of a full packet
 * @param numbering what sequence numbers count
 * @param messageBytes a flow is cut into messages of this size
 * @param outstanding messages posted and not completed, at most
 * @param outstandingReads of these, READs that have been asked for, at most
 * @param windowBytes payload in flight, or asked for by READ, at most
 * @param windowFollowsRate whether the window shrinks in proportion to the rate; not with READ,
 *     whose requester does not know it
 * @param ackEvery packets of a message after which the sender asks for an ACK
 * @param ackDuplicates whether a packet that was received before is acknowledged again
 * @param dataClass priority of data
 * @param ackClass priority of ACK and NAK
 * @param ackHostClass class whose pauses hold back ACKs at the host that sends them
 * @param cnpClass priority of CNP
 * @param echo whether marks are echoed in ACKs
 * @param cnps whether marks are told by CNP
 * @param cnpIntervalPs least time between CNPs of a queue pair
 * @param cnpTiming what becomes of marks within that time
 * @param nakIntervalPs least time between NAKs for the same gap
 * @param timeoutPs local ACK timeout; {@code Long.MAX_VALUE} is never
 * @param retryCount timeouts in a row that are survived
 * @param initialPsn first packet sequence number
 * @param receiveQueue receive requests for SEND
 * @param recovery what becomes of reordered and lost packets
 * @param admission buffers of a receiver that says who may send; empty where nobody asks it
 */
public record RcSettings(
    Framing framing,
    Verb operation,
    int mtu,
    Numbering numbering,
    long messageBytes,
    long outstanding,
    long outstandingReads,
    long windowBytes,
    boolean windowFollowsRate,
    int ackEvery,
    boolean ackDuplicates,
    int dataClass,
    int ackClass,
    int ackHostClass,
    int cnpClass,
    boolean echo,
    boolean cnps,
    long cnpIntervalPs,
    CnpTiming cnpTiming,
    long nakIntervalPs,
    long timeoutPs,
    int retryCount,
    int initialPsn,
    ReceiveQueueSettings receiveQueue,
    Recovery recovery,
    Optional<ReceiverBuffers.Settings> admission) {

  /** Longer than any flow. */
  private static final long ONE_MESSAGE = 1L << 60;

  /** What a scenario says. */
  public static RcSettings of(Scenario scenario) {
    return of(scenario.settings(), AckInterval.of(scenario), FlightLimit.of(scenario));
  }

  /** What it says to the queue pair of a flow. */
  public static RcSettings of(Scenario scenario, FlowTerms flow) {
    return of(scenario.with(flow.over(scenario.settings())));
  }

  static RcSettings of(Settings settings, int ackEvery) {
    return of(settings, ackEvery, FlightLimit.of(settings));
  }

  private static RcSettings of(Settings settings, int ackEvery, long windowBytes) {
    Verb operation = settings.get(TransportKnobs.OPERATION);
    boolean ns3 = settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3;
    boolean whole = settings.get(TransportKnobs.TRANSPORT).isOfWholeFlows();
    boolean pulled = isPulled(settings);
    long pulls = settings.get(FalconKnobs.PULLS);
    Instruments instruments = Instruments.of(settings);
    boolean echo =
        operation != Verb.READ
            && (settings.get(CongestionKnobs.FEEDBACK) == MarkFeedback.ACK
                || instruments.watches(Signal.ECN_ECHO));
    int dataClass = lane(settings, settings.get(TransportKnobs.TRAFFIC_CLASS));
    return new RcSettings(
        framing(settings).with(instruments.dataBytes(), instruments.ackBytes()),
        operation,
        settings.get(TransportKnobs.MTU).intValue(),
        Numbering.of(settings),
        messageBytes(settings),
        pulled ? pulls : whole ? 1 : settings.get(TransportKnobs.OUTSTANDING),
        pulled ? pulls : settings.get(TransportKnobs.OUTSTANDING_READS),
        whole ? Long.MAX_VALUE : windowBytes,
        settings.get(TransportKnobs.WINDOW_FOLLOWS_RATE),
        whole ? 1 : ackEvery,
        !ns3,
        dataClass,
        settings.find(TransportKnobs.ACK_CLASS).map(sl -> lane(settings, sl)).orElse(dataClass),
        settings
            .find(TransportKnobs.ACK_HOST_CLASS)
            .or(() -> settings.find(TransportKnobs.ACK_CLASS))
            .map(sl -> lane(settings, sl))
            .orElse(dataClass),
        lane(settings, settings.get(TransportKnobs.CNP_CLASS)),
        echo,
        !echo && tellsMarks(settings, instruments),
        settings.get(CongestionKnobs.CNP_INTERVAL).ps(),
        cnpTiming(settings),
        settings.find(TransportKnobs.NAK_INTERVAL).map(Time::ps).orElse(Long.MAX_VALUE),
        Recovery.timeoutPs(settings),
        settings.get(TransportKnobs.RETRY_COUNT).intValue(),
        settings.get(TransportKnobs.INITIAL_PSN).intValue(),
        new ReceiveQueueSettings(
            settings.find(TransportKnobs.RECEIVE_QUEUE).orElse(Long.MAX_VALUE),
            settings.get(TransportKnobs.RECEIVE_REPOST).ps(),
            RnrTimer.ps(settings.get(TransportKnobs.RNR_TIMER).intValue()),
            settings.get(TransportKnobs.RNR_RETRY).intValue()),
        Recovery.of(settings),
        instruments.watches(Signal.CREDIT)
            ? Optional.of(Controllers.buffers(settings))
            : Optional.empty());
  }

  /** The class of packets of a service level: on InfiniBand the virtual lane that it maps to. */
  private static int lane(Settings settings, long serviceLevel) {
    return settings.get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND
        ? settings.get(InfinibandKnobs.SL2VL).get((int) serviceLevel)
        : (int) serviceLevel;
  }

  /**
   * Whether receivers send CNPs: where somebody heeds them, and where there is no control, since
   * NICs have the two halves of DCQCN switched on apart.
   */
  private static boolean tellsMarks(Settings settings, Instruments instruments) {
    return instruments.watches(Signal.CNP)
        || settings.get(CongestionKnobs.ALGORITHM) == Controls.NONE;
  }

  private static Framing framing(Settings settings) {
    Framing each =
        Framing.of(settings.get(TransportKnobs.FRAMING), settings.get(TransportKnobs.OPERATION));
    return settings.get(TransportKnobs.TRANSPORT).isOfWholeFlows() ? each.alike() : each;
  }

  /** Whether each packet of a READ is asked for. */
  private static boolean isPulled(Settings settings) {
    return settings.get(TransportKnobs.TRANSPORT) == TransportType.FALCON
        && settings.get(TransportKnobs.OPERATION) == Verb.READ;
  }

  private static long messageBytes(Settings settings) {
    if (isPulled(settings)) {
      return settings.get(TransportKnobs.MTU);
    }
    return settings.get(TransportKnobs.TRANSPORT).isOfWholeFlows()
        ? ONE_MESSAGE / settings.get(TransportKnobs.MTU) * settings.get(TransportKnobs.MTU)
        : settings.get(TransportKnobs.MESSAGE_SIZE).bytes();
  }

  private static CnpTiming cnpTiming(Settings settings) {
    return settings
        .find(CongestionKnobs.CNP_TIMING)
        .orElse(
            DeclaredKnobs.read(settings, DcqcnForm.Choice.class).form() == DcqcnForm.PAPER
                ? CnpTiming.SLOTS
                : CnpTiming.GAP);
  }

  /** Bytes of RETH on the first packet of a message. */
  public int reth() {
    return operation == Verb.WRITE ? framing.reth() : 0;
  }

  /** The largest frame of data, in bytes. */
  public int largestFrame() {
    int extended = operation == Verb.READ ? framing.aeth() : reth();
    return framing.dataFrame(mtu, extended);
  }

  /** Packets of a message; an empty message is one packet. */
  public long packets(long bytes) {
    return Math.max(1, (bytes + mtu - 1) / mtu);
  }

  /** Sequence numbers that a flow takes. */
  public long flowNumbers(long bytes) {
    long whole = bytes / messageBytes;
    long rest = bytes - whole * messageBytes;
    return whole * messageNumbers() + (rest > 0 || whole == 0 ? numbering.count(rest) : 0);
  }

  /** Sequence numbers that a whole message takes. */
  long messageNumbers() {
    return numbering.count(messageBytes);
  }
}
