/**
 * Writes an audit's report in the forms that others read: JSON, a page, SARIF, JUnit, Prometheus.
 *
 * <p>Each class is one form and takes a {@link dev.headroom.audit.AuditReport}. Whatever stands in
 * a report may come out of a stranger's file, so each escapes all of it in its own way.
 */
@NullMarked
package dev.headroom.app.audit;

import org.jspecify.annotations.NullMarked;
