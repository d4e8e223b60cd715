package dev.headroom.web.path;

import java.util.OptionalLong;

/**
 * Facts of a part of a path, as a scenario has it.
 *
 * @param title what it is called
 * @param isOnPath whether payload passes it
 * @param latencyPs what it adds one way; empty where the model gives it no time of its own
 * @param latency the same in words
 * @param limit what it carries at most, in words
 */
record PartFacts(
    String title, boolean isOnPath, OptionalLong latencyPs, String latency, String limit) {}
