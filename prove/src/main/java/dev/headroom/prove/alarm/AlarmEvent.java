package dev.headroom.prove.alarm;

import java.time.Instant;

/**
 * Event in the life of an alarm.
 *
 * @param fired whether it began; else it ended
 */
public record AlarmEvent(Instant time, boolean fired, Alarm alarm) {}
