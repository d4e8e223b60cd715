/**
 * The report: one HTML file with everything in it. {@link dev.headroom.app.report.HtmlReport} takes
 * a run's summary; data goes in as JSON, and scripts of this package's resources draw it.
 */
@NullMarked
package dev.headroom.app.report;

import org.jspecify.annotations.NullMarked;
