package dev.headroom.sim.fabric;

/**
 * The places, among events of the same time, of packets that are on a wire behind its head; needed
 * only where such events run in the order in which they were scheduled.
 */
final class TicketFifo {
  private long[] tickets = new long[8];
  private int first;
  private int size;

  void add(long ticket) {
    if (size == tickets.length) {
      long[] larger = new long[2 * size];
      System.arraycopy(tickets, first, larger, 0, size - first);
      System.arraycopy(tickets, 0, larger, size - first, first);
      tickets = larger;
      first = 0;
    }
    tickets[(first + size++) & (tickets.length - 1)] = ticket;
  }

  long remove() {
    long ticket = tickets[first];
    first = (first + 1) & (tickets.length - 1);
    size--;
    return ticket;
  }

  void clear() {
    size = 0;
  }
}
