/**
 * Alarms: a table of rules, what fires and clears by them over time, and the files for Prometheus
 * and Grafana that are made of the same table.
 *
 * <p>{@link dev.headroom.prove.alarm.AlarmTable} reads {@code alarms.yaml}; {@link
 * dev.headroom.prove.alarm.AlarmEngine} judges samples; {@link dev.headroom.prove.alarm.Incident}
 * puts what follows from another alarm below it.
 */
@NullMarked
package dev.headroom.prove.alarm;

import org.jspecify.annotations.NullMarked;
