/**
 * Readers and writers of htsim inputs, in the form of the Ultra Ethernet Consortium (uet-htsim,
 * facts from commit 40ccb05).
 *
 * <p>{@link dev.headroom.formats.htsim.HtsimReader} turns a connection matrix ({@code .cm}) and a
 * fat tree ({@code .topo}) into a scenario; {@link
 * dev.headroom.formats.htsim.ConnectionMatrixWriter} writes a matrix.
 */
@NullMarked
package dev.headroom.formats.htsim;

import org.jspecify.annotations.NullMarked;
