/**
 * Readers and writers of the files of Alibaba's HPCC simulator
 * (alibaba-edu/High-Precision-Congestion-Control, an ns-3 derivative, facts from commit 9f4be2a).
 *
 * <p>{@link dev.headroom.formats.hpcc.HpccReader} turns a {@code config.txt} and its files into a
 * scenario. {@link dev.headroom.formats.hpcc.HpccFctWriter} and {@link
 * dev.headroom.formats.hpcc.HpccPfcWriter} write results in its formats; {@link
 * dev.headroom.formats.hpcc.HpccResults} reads them.
 */
@NullMarked
package dev.headroom.formats.hpcc;

import org.jspecify.annotations.NullMarked;
