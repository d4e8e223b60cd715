package dev.headroom.wire.verbs;

import java.net.InetAddress;

/**
 * The other end of a connection, as it says of itself.
 *
 * @param queuePair its number
 * @param startingPsn the PSN of its first request
 */
public record Peer(InetAddress address, int queuePair, int startingPsn) {}
