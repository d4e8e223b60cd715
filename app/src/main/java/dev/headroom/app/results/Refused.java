package dev.headroom.app.results;

/**
 * A run of a comparison that was not to be: its settings do not go together.
 *
 * @param label what sets it apart from the others
 * @param why what does not go with what, and what would
 */
public record Refused(String label, String why) {}
