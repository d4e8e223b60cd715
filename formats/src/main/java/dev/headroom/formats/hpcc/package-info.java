/**
 * Inputs and results of Alibaba's HPCC simulator (alibaba-edu/High-Precision-Congestion-Control, an
 * ns-3 derivative, facts from commit 9f4be2a).
 *
 * <p>{@link dev.headroom.formats.hpcc.HpccReader} turns a {@code config.txt} and the files it names
 * into a scenario; {@link dev.headroom.formats.hpcc.HpccFctWriter} and {@link
 * dev.headroom.formats.hpcc.HpccPfcWriter} write results as it does; {@link
 * dev.headroom.formats.hpcc.HpccResults} reads them.
 */
@NullMarked
package dev.headroom.formats.hpcc;

import org.jspecify.annotations.NullMarked;
