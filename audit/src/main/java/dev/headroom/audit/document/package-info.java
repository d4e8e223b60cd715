/**
 * Output forms of an audit report: JSON, SARIF, JUnit and Prometheus, a class each.
 *
 * <p>Text in a report may come from an untrusted file, so each form escapes all of it. The input of
 * each is a {@link dev.headroom.audit.AuditReport}.
 */
@NullMarked
package dev.headroom.audit.document;

import org.jspecify.annotations.NullMarked;
