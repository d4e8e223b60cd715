package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;

/**
 * Watermark of the headroom of a priority group: the most bytes that it held at once.
 *
 * @param group its number
 */
public record HeadroomUse(String port, int group, long bytes, Evidence evidence) {}
