package dev.headroom.wire.verbs;

import java.net.InetAddress;

/**
 * Peer of a connection, with the values that it announces.
 *
 * @param queuePair its number
 * @param startingPsn the PSN of its first request
 */
public record Peer(InetAddress address, int queuePair, int startingPsn) {}
