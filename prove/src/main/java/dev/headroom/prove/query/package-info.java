/**
 * Expressions over series: the part of Prometheus' query language that alarms are written in.
 *
 * <p>{@link dev.headroom.prove.query.ExpressionParser} makes an {@link
 * dev.headroom.prove.query.Expression} of text, {@link dev.headroom.prove.query.Evaluator} its
 * value over the history of one machine. An alarm means the same here and in Prometheus.
 */
@NullMarked
package dev.headroom.prove.query;

import org.jspecify.annotations.NullMarked;
