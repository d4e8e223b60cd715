package dev.headroom.formats.switches;

import java.util.OptionalInt;

/**
 * Meaning of a counter of packets that a port lost.
 *
 * @param words as a report says it: {@code dropped at ingress in priority group 3}
 * @param number of the priority group or the queue, where the counter is of one
 */
public record PacketLoss(String words, OptionalInt number) {
  /** Of a port as a whole. */
  public static PacketLoss ofPort(String words) {
    return new PacketLoss(words, OptionalInt.empty());
  }

  /** Of a class: its queue, or its priority group. */
  public static PacketLoss ofClass(String words, String number) {
    return new PacketLoss(
        words,
        number.matches("\\d{1,2}")
            ? OptionalInt.of(Integer.parseInt(number))
            : OptionalInt.empty());
  }
}
