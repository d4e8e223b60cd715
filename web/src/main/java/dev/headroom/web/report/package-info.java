/**
 * HTML report of a run, one self-contained file. {@link dev.headroom.web.report.HtmlReport} takes
 * the run's summary.
 *
 * <p>Data goes in as JSON; scripts in this package's resources draw it.
 */
@NullMarked
package dev.headroom.web.report;

import org.jspecify.annotations.NullMarked;
