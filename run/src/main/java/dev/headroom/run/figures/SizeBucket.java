package dev.headroom.run.figures;

/**
 * Flows of about one size, with their statistics.
 *
 * @param label {@code 10-100 KB}, or the size where all are of one
 * @param fromBytes least size, inclusive
 * @param toBytes greatest size, inclusive
 * @param finished flows completed: those the distributions are of
 * @param unfinished flows that were not
 * @param fctPs completion times, in picoseconds
 * @param slowdown completion time over that of the same flow alone
 */
public record SizeBucket(
    String label,
    long fromBytes,
    long toBytes,
    long finished,
    long unfinished,
    Distribution fctPs,
    Distribution slowdown) {}
