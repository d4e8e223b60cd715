package dev.headroom.run.collective;

/**
 * Result of a collective at one size, out of place or in place.
 *
 * @param timePs of a call: from the first until the last rank was done, over their number
 * @param isWhole whether every flow of it was delivered to its last byte, every step of every rank
 *     was taken, and the run's books balance: no packet is missing
 * @param packets data packets on the network, of all calls
 */
public record CollectiveResult(long timePs, boolean isWhole, long packets) {}
