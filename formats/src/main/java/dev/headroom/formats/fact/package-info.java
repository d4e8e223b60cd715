/**
 * What sources say about hosts and networks, piece by piece, each with the line that says it.
 *
 * <p>A {@link dev.headroom.formats.fact.Fact} is a subject (PCI device 0000:5d:00.0), a key
 * (link.width), a value (16) and its {@link dev.headroom.formats.fact.Evidence}. Readers make them,
 * {@link dev.headroom.formats.fact.FactSet} keeps those of one host and finds them again, and
 * package {@code host} puts types on them. What nobody said is {@link
 * dev.headroom.formats.fact.ReportedValue.Unreported}, which is neither zero nor null.
 */
@NullMarked
package dev.headroom.formats.fact;

import org.jspecify.annotations.NullMarked;
