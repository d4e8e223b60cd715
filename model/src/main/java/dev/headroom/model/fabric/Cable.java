package dev.headroom.model.fabric;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;

/**
 * Physical properties of a link, independent of its ends.
 *
 * @param rate in each direction
 * @param delay one way
 * @param loss probability that a packet is lost on it
 * @param bitErrors probability that a bit is wrong
 */
public record Cable(Rate rate, Time delay, double loss, double bitErrors) {}
