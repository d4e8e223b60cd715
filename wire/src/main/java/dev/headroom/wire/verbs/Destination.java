package dev.headroom.wire.verbs;

import java.net.InetAddress;

/**
 * Destination of a datagram: libibverbs' address handle, queue pair number and Q_Key.
 *
 * @param queuePair number of the queue pair there
 * @param qkey its Q_Key; if the highest bit is set, that of the sending queue pair is sent instead
 *     (IBA 10.2.5)
 */
public record Destination(InetAddress address, int queuePair, int qkey) {}
