/**
 * The files that a run leaves behind: a {@link dev.headroom.app.files.RunFolder} is checked before
 * the run, {@link dev.headroom.app.files.FlowSpool} takes flow results during it, and {@link
 * dev.headroom.app.files.ParquetTables} and {@link dev.headroom.app.files.HpccResultFiles} turn
 * them into tables and another simulator's formats afterwards.
 */
@NullMarked
package dev.headroom.app.files;

import org.jspecify.annotations.NullMarked;
