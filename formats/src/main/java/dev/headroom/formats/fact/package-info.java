/**
 * Facts about hosts and networks, each with the line that states it.
 *
 * <p>A {@link dev.headroom.formats.fact.Fact} is a subject (PCI device 0000:5d:00.0), a key
 * (link.width), a value (16) and its {@link dev.headroom.formats.fact.Evidence}. {@link
 * dev.headroom.formats.fact.FactSet} holds the facts of one host. A value that no source reports is
 * {@link dev.headroom.formats.fact.ReportedValue.Unreported}, which is neither zero nor null.
 */
@NullMarked
package dev.headroom.formats.fact;

import org.jspecify.annotations.NullMarked;
