package dev.headroom.sim.host;

import java.util.ArrayList;
import java.util.List;

/**
 * Queue pairs of a host in the order in which Alibaba's HPCC simulator finds them when routes have
 * changed ({@code RdmaHw::RedistributeQp}): that of a {@code std::unordered_map} of the GNU C++
 * library, keyed by numbers made of destination, source port and priority group.
 *
 * <p>There a new element goes before the first of its bucket, or to the front if that is empty; the
 * bucket is the number modulo how many there are. Before there are more elements than buckets all
 * are put in anew, in their order, into twice as many and some. Costs a walk of all for a new one.
 */
final class Ns3QueuePairTable {
  /** Primes that {@code _Prime_rehash_policy} grows by. */
  private static final int[] SIZES = {
    1, 13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933
  };

  private record Element(PacketSender sender, long number) {}

  private final int[] addresses;
  private final SendClasses classes;
  private List<Element> elements = new ArrayList<>();
  private int size;

  /**
   * @param addresses IP addresses of the hosts
   * @param classes their priority groups
   */
  Ns3QueuePairTable(int[] addresses, SendClasses classes) {
    this.addresses = addresses;
    this.classes = classes;
  }

  /** A queue pair starts; those that are done by now are in it no more. */
  void add(PacketSender sender) {
    elements.removeIf(element -> element.sender().isDone() || element.sender().equals(sender));
    if (elements.size() == SIZES[size] && size + 1 < SIZES.length) {
      size++;
      List<Element> before = elements;
      elements = new ArrayList<>(SIZES[size]);
      before.forEach(this::insert);
    }
    long destination = Integer.toUnsignedLong(addresses[sender.route().destination()]);
    long port = Integer.toUnsignedLong(sender.route().ports()) >>> 16;
    insert(new Element(sender, destination << 32 | port << 16 | classes.of(sender)));
  }

  private void insert(Element element) {
    long bucket = Long.remainderUnsigned(element.number(), SIZES[size]);
    int at = 0;
    while (at < elements.size()
        && Long.remainderUnsigned(elements.get(at).number(), SIZES[size]) != bucket) {
      at++;
    }
    elements.add(at == elements.size() ? 0 : at, element);
  }

  /** Those that are not done. */
  List<PacketSender> inOrder() {
    return elements.stream().map(Element::sender).filter(sender -> !sender.isDone()).toList();
  }
}
