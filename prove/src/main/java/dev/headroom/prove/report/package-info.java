/**
 * Report of a burn-in: {@link dev.headroom.prove.report.BurnInReport} has evidence and verdict
 * together, {@link dev.headroom.prove.report.BurnInText} is its screen, {@link
 * dev.headroom.prove.report.BurnInJson} its document.
 */
@NullMarked
package dev.headroom.prove.report;

import org.jspecify.annotations.NullMarked;
