/** What monitoring exports: metrics in Prometheus' text, results of health checks. */
@NullMarked
package dev.headroom.formats.joblog;

import org.jspecify.annotations.NullMarked;
