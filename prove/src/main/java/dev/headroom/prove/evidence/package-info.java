/**
 * Evidence of a run: {@link dev.headroom.prove.evidence.EvidenceFile} appends records, each with
 * the hash of the one before, and reads them back; {@link dev.headroom.prove.evidence.Entry} lists
 * what a record can say; {@link dev.headroom.prove.evidence.Signature} signs the last hash.
 */
@NullMarked
package dev.headroom.prove.evidence;

import org.jspecify.annotations.NullMarked;
