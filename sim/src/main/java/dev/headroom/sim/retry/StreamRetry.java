package dev.headroom.sim.retry;

import dev.headroom.sim.fabric.LinkControl;
import dev.headroom.sim.fabric.LinkRetry;
import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.packet.Packet;

/**
 * Link-level retry of InfiniBand links (LLR of Mellanox: MLNX-OS manual, "Unbreakable-Link"; claims
 * of US patent 9,306,769): everything sent, flow control packets included, is a stream of cells of
 * 64 B with a check and a number each. The receiver lets cells in that are good and in order; the
 * sender goes back to the first that was not.
 *
 * <pre>
 *   loop     a bad cell, from its start to the start of its replay: the cell, the cable there and
 *            back, and the NACK
 *   accepted a frame whose cells were bad n times follows what was accepted before it, and takes
 *            n loops more than its bytes do
 * </pre>
 *
 * <p>Nothing overtakes in a stream, so that is all there is to know when a frame is sent: when it
 * will be accepted. What is drawn is drawn here, at the sender, and the frame set on the wire so
 * much later; nobody has to tell anybody. Until it hears of a bad cell the sender sends frames that
 * are in vain, and are accepted after it; then it has the wire until all have been, and sends
 * nothing new between one NACK and the next of the same frame, which would be in vain too.
 *
 * <p>Left out: what checks and numbers take of the wire, acknowledgements, and cells that span two
 * frames: here each frame begins one.
 */
public final class StreamRetry implements LinkRetry {
  /** What {@link Packet#cells} of a frame on the wire says that the link has given up. */
  private static final short GIVEN_UP = -1;

  /** The smaller of the two sizes that ibdiagnet knows, and its default. */
  private static final int CELL = 64;

  /** A block of 64 bits. */
  private static final int NACK_BYTES = 8;

  private final Port port;
  private final LinkControl link;
  private final int most;

  /** When the sender first hears that something was bad, until all has been accepted. */
  private long nackArrivalPs = EventQueue.NEVER;

  /** When the transmitter has sent all that was sent so far for the last time. */
  private long acceptedPs;

  private boolean givenUp;
  private long nacks;
  private long framesReplayed;

  /**
   * @param most how often in a row a cell is sent again before its frame is given up
   */
  public StreamRetry(Port port, LinkControl link, int most) {
    this.port = port;
    this.link = link;
    this.most = most;
  }

  @Override
  public long send(Packet packet, long holdPs, long nowPs) {
    long lagPs = send(packet.bytes, holdPs, nowPs);
    packet.cells = givenUp ? GIVEN_UP : 0;
    return lagPs;
  }

  @Override
  public long send(int bytes, long holdPs, long nowPs) {
    long lagPs = Math.max(0, acceptedPs - nowPs);
    if (lagPs > 0) {
      framesReplayed++; // in vain this time
    } else {
      nackArrivalPs = EventQueue.NEVER;
    }
    givenUp = false;
    int good = 0;
    int again = 0;
    int bad = link.firstBad(bytes);
    while (bad >= 0) {
      int cell = (good + bad) / CELL * CELL;
      again = cell == good ? again + 1 : 1;
      if (again > most) {
        givenUp = true;
        break;
      }
      good = cell;
      lagPs += lose(Math.min(cell, bytes), Math.min(cell + CELL, bytes), nowPs + lagPs);
      bad = link.firstBad(bytes - good);
    }
    if (lagPs > 0) {
      acceptedPs = nowPs + lagPs + holdPs;
    }
    return lagPs;
  }

  /** A cell is bad; returns how much later it and all that follows are for it. */
  private long lose(int from, int to, long frameStartsPs) {
    nacks++;
    framesReplayed++;
    LinkTiming wire = port.wire();
    long endsPs = wire.untilPs(to);
    long backPs =
        2 * port.settings.link().propagationPs()
            + (long) Math.ceil(NACK_BYTES * 8e12 / wire.rateBps);
    nackArrivalPs = Math.min(nackArrivalPs, frameStartsPs + endsPs + backPs);
    return endsPs - wire.untilPs(from) + backPs;
  }

  @Override
  public boolean gaveUp(Packet packet) {
    return packet.cells == GIVEN_UP;
  }

  @Override
  public long repeatsUntilPs(long nowPs) {
    return nowPs >= nackArrivalPs && nowPs < acceptedPs ? acceptedPs : 0;
  }

  @Override
  public void cut() {
    nackArrivalPs = EventQueue.NEVER;
    acceptedPs = 0;
  }

  @Override
  public long nacks() {
    return nacks;
  }

  @Override
  public long framesReplayed() {
    return framesReplayed;
  }
}
