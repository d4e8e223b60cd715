package dev.headroom.wire.iwarp;

/**
 * The frame that starts MPA in one direction (RFC 5044, section 7.1; RFC 6581 for revision 2).
 *
 * @param reply whether it answers; else it asks
 * @param markers whether its sender wants markers in what it receives
 * @param crc whether its sender wants CRCs
 * @param reject whether it refuses the connection
 * @param revision 1 or 2
 * @param privateBytes bytes of private data, at most 512
 */
public record MpaStart(
    boolean reply, boolean markers, boolean crc, boolean reject, int revision, int privateBytes) {}
