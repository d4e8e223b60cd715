package dev.headroom.model.knob;

/**
 * A value that reads well alone and does not fit the others.
 *
 * @param key dotted path of the setting to blame
 * @param what what is wrong with it
 * @param right what would be right
 */
public record Complaint(String key, String what, String right) {}
