package dev.headroom.sim.measure;

/**
 * Action of a PFC watchdog on a queue that it took for stuck in a pause storm.
 *
 * @param node the switch
 * @param port its port
 * @param by the node that paused it
 * @param priority the class
 * @param stuckPs since when the queue had stood paused
 * @param detectedPs when the watchdog acted
 * @param restoredPs when it let go again; -1 if it did not
 */
public record WatchdogEvent(
    int node, int port, int by, int priority, long stuckPs, long detectedPs, long restoredPs) {}
