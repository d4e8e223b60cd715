package dev.headroom.tune.search;

/**
 * Band of values of a knob that serve as well as the best one: a flat optimum. It spans the values
 * of all feasible candidates that are not surely worse than the compromise in any objective.
 *
 * @param knob name of the knob
 * @param least text of the least value
 * @param most text of the greatest value
 * @param share of the knob's searched values that the band spans, 0 to 1
 * @param candidates number of candidates in it
 */
public record KnobBand(String knob, String least, String most, double share, int candidates) {}
