package dev.headroom.model.knob;

/**
 * Conflict between a valid value and other values.
 *
 * @param key dotted path of the setting to blame
 * @param what what is wrong with it
 * @param right what would be right
 */
public record KnobConflict(String key, String what, String right) {}
