package dev.headroom.formats.hpcc;

/**
 * Line of {@code qmax.txt}, which an instrumented build of the HPCC simulator writes.
 *
 * @param node id of the switch
 * @param port its port, from 0; the file counts from 1
 * @param bytes deepest egress queue over all classes but 0, a packet counting until it starts to
 *     leave
 */
public record HpccQueuePeak(int node, int port, long bytes) {}
