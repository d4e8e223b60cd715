package dev.headroom.formats.hpcc;

/**
 * Line of {@code ports.txt}, which an instrumented build of the HPCC simulator writes: bytes that a
 * switch port was given to send over a run.
 *
 * @param node id of the switch
 * @param port its port, from 0; the file counts from 1
 * @param bytes all classes but 0, so data and ACKs
 * @param dataBytes of packets over 100 B, so data but for very short last packets
 */
public record HpccPortBytes(int node, int port, long bytes, long dataBytes) {}
