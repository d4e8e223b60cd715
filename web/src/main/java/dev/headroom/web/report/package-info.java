/**
 * Results as HTML pages of one design, a self-contained file each: runs, comparisons, searches,
 * captures, audits, gaps, collectives and claims. {@link dev.headroom.web.report.HtmlReport} makes
 * the report of a run, and puts every page together.
 *
 * <p>Data goes in as JSON; scripts in this package's resources draw it. Every text becomes text of
 * the document and nothing else, and a page's security policy allows its own script and style sheet
 * by their hashes.
 */
@NullMarked
package dev.headroom.web.report;

import org.jspecify.annotations.NullMarked;
