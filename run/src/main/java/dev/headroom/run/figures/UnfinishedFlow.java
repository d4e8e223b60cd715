package dev.headroom.run.figures;

/**
 * Flow that did not finish, with the reason.
 *
 * @param flow its number
 * @param path {@code host-1 → host-5}
 * @param bytes payload asked for
 * @param deliveredBytes payload acknowledged
 * @param reason in words: what it waits for or what stopped it, and when it might have finished
 * @param deadlocked whether it, its sender or its packets stand in a deadlock
 */
public record UnfinishedFlow(
    int flow, String path, long bytes, long deliveredBytes, String reason, boolean deadlocked) {}
