package dev.headroom.tune.advice;

/**
 * Recommendation of one setting.
 *
 * @param setting as tables show it: {@code Kmin}
 * @param knob of the simulator; blank where none carries it
 * @param value for people
 * @param reason why, in a sentence or two
 * @param sureness what it rests on
 * @param evidence differences that runs showed, with intervals; blank without runs
 */
public record Recommendation(
    String setting, String knob, String value, String reason, Sureness sureness, String evidence) {}
