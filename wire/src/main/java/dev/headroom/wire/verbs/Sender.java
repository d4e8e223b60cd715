package dev.headroom.wire.verbs;

import java.net.InetAddress;

/**
 * Sender of a datagram.
 *
 * @param queuePair number of the queue pair there
 */
public record Sender(InetAddress address, int queuePair) {}
