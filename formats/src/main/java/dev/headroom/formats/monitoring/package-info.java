/** Metrics that exporters publish, in the text format of Prometheus. */
@NullMarked
package dev.headroom.formats.monitoring;

import org.jspecify.annotations.NullMarked;
