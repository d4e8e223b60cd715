/** What monitoring exports: metrics in Prometheus' text, results of health checks. */
@NullMarked
package dev.headroom.formats.exporter;

import org.jspecify.annotations.NullMarked;
