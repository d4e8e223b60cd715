package dev.headroom.sim.cells;

import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packets from one leaf to one host in one class of which cells have arrived, in the order in which
 * they were segmented, in a ring that grows.
 */
final class CellStream {
  private @Nullable Packet[] wholes = new Packet[16];

  /** Cells that have come of each, and when the tail of the latest was in. */
  private int[] receivedCells = new int[16];

  private int[] of = new int[16];
  private long[] tailPs = new long[16];

  /** When the first cell of each came. */
  private long[] sincePs = new long[16];

  /** The packet that goes on next. */
  private int due;

  /** Packets from that one to the last of which anything has come. */
  private int span;

  /** Whether a packet has gone on, or was given up. */
  boolean isPast(int serial) {
    return serial - due < 0;
  }

  boolean isEmpty() {
    return span == 0;
  }

  void add(Cell cell, long nowPs) {
    int ahead = cell.serial - due;
    if (ahead >= span) {
      span = ahead + 1;
      while (span > wholes.length) {
        grow();
      }
    }
    int at = cell.serial & (wholes.length - 1);
    if (receivedCells[at]++ == 0) {
      sincePs[at] = nowPs;
    }
    of[at] = cell.of;
    tailPs[at] = Math.max(tailPs[at], cell.tailPs);
    if (cell.whole != null) {
      wholes[at] = cell.whole;
    }
  }

  /** Whether all cells of the first one are here. */
  boolean isComplete() {
    int at = due & (wholes.length - 1);
    return of[at] != 0 && receivedCells[at] == of[at];
  }

  /** The first one, as far as it has come. */
  @Nullable Packet first() {
    return wholes[due & (wholes.length - 1)];
  }

  /** When the first cell came of the first one, or else of the first one behind it. */
  long waitsSincePs() {
    int serial = due;
    while (receivedCells[serial & (wholes.length - 1)] == 0) {
      serial++;
    }
    return sincePs[serial & (wholes.length - 1)];
  }

  /** The first one, complete; its tail is when that of its last cell was in. */
  Packet removeFirst() {
    long tail = tailPs[due & (wholes.length - 1)];
    Packet whole = giveUpFirst();
    if (whole == null) {
      throw new IllegalStateException(
          "a packet is complete, but the cell that carries it is missing");
    }
    whole.tailPs = tail;
    return whole;
  }

  /** The first one as far as it has come; null if the cell that carries it has not. */
  @Nullable Packet giveUpFirst() {
    int at = due & (wholes.length - 1);
    Packet whole = wholes[at];
    wholes[at] = null;
    receivedCells[at] = 0;
    of[at] = 0;
    tailPs[at] = 0;
    due++;
    span--;
    return whole;
  }

  private void grow() {
    int old = wholes.length;
    @Nullable Packet[] moreWholes = new Packet[2 * old];
    int[] moreCome = new int[2 * old];
    int[] moreOf = new int[2 * old];
    long[] moreTails = new long[2 * old];
    long[] moreSince = new long[2 * old];
    for (int serial = due; serial != due + old; serial++) {
      int from = serial & (old - 1);
      int to = serial & (2 * old - 1);
      moreWholes[to] = wholes[from];
      moreCome[to] = receivedCells[from];
      moreOf[to] = of[from];
      moreTails[to] = tailPs[from];
      moreSince[to] = sincePs[from];
    }
    wholes = moreWholes;
    receivedCells = moreCome;
    of = moreOf;
    tailPs = moreTails;
    sincePs = moreSince;
  }

  void forEach(Consumer<Packet> visitor) {
    Arrays.stream(wholes).filter(whole -> whole != null).forEach(visitor);
  }
}
