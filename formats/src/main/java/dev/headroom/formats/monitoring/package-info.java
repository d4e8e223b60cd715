/** Reader of metrics in the text format of Prometheus, from any exporter. */
@NullMarked
package dev.headroom.formats.monitoring;

import org.jspecify.annotations.NullMarked;
