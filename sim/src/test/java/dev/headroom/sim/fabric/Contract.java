package dev.headroom.sim.fabric;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.unit.Size;
import java.math.BigInteger;

/**
 * What a transport promises of the data that it places.
 *
 * @param reading whether the destination asks for it
 * @param unordered whether packets are placed as they come
 * @param inTurn of these, whether only the next one is
 * @param tcp whether it is a stream of bytes
 * @param losesLate whether the ring of a kernel may refuse what a detailed host has long taken from
 *     the wire
 * @param numberBytes payload that a sequence number stands for where numbers count bytes; 0 where
 *     they count packets
 * @param firstPsn of a connection
 * @param reach packets after the last in order of which one is placed
 * @param window the same, where packets are placed as they come
 * @param receiveQueue receive requests of a connection; -1 where nobody counts them
 * @param repostPs after which one that was used is there again
 */
public record Contract(
    boolean reading,
    boolean unordered,
    boolean inTurn,
    boolean tcp,
    boolean losesLate,
    long numberBytes,
    int firstPsn,
    int reach,
    long window,
    long receiveQueue,
    long repostPs) {

  public static Contract of(Settings settings) {
    TransportType transport = settings.get(TransportKnobs.TRANSPORT);
    boolean unordered = transport.isMessagePerFlow();
    boolean tcp = transport.isStream();
    boolean ordered = settings.get(TransportKnobs.RECOVERY) == LossRecovery.GO_BACK_N;
    boolean counts =
        settings.get(TransportKnobs.OPERATION) == Verb.SEND
            && settings.isSet(TransportKnobs.RECEIVE_QUEUE);
    return new Contract(
        settings.get(TransportKnobs.OPERATION) == Verb.READ,
        unordered,
        transport == TransportType.UEC && settings.get(UetKnobs.DELIVERY) == UetDeliveryMode.ROD,
        tcp,
        settings.get(CpuKnobs.STACK) == TcpStack.KERNEL
            && settings.get(PcieKnobs.STAGES) == HostStageDetail.DETAILED,
        numberBytes(settings, ordered),
        unordered || tcp ? 0 : settings.get(TransportKnobs.INITIAL_PSN).intValue(),
        ordered ? 1 : settings.get(TransportKnobs.REORDER_WINDOW).intValue(),
        transport == TransportType.FALCON
            ? settings.get(FalconKnobs.RECEIVE_WINDOW)
            : Long.MAX_VALUE,
        counts ? settings.find(TransportKnobs.RECEIVE_QUEUE).orElseThrow() : -1,
        settings.get(TransportKnobs.RECEIVE_REPOST).ps());
  }

  /**
   * The HPCC simulator counts bytes, which shows where it goes back into the middle of a packet.
   */
  private static long numberBytes(Settings settings, boolean ordered) {
    boolean ofBytes =
        ordered
            && settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3
            && settings.get(TransportKnobs.OPERATION) != Verb.READ;
    long mtu = settings.get(TransportKnobs.MTU);
    long unit = settings.find(TransportKnobs.GO_BACK_UNIT).map(Size::bytes).orElse(mtu);
    long common = BigInteger.valueOf(unit).gcd(BigInteger.valueOf(mtu)).longValueExact();
    return ofBytes && common < mtu ? common : 0;
  }
}
