/**
 * Files of a run's result folder. {@link dev.headroom.app.files.RunFolder} checks the folder before
 * the run, and {@link dev.headroom.app.files.FlowSpool} stores flow results during it.
 *
 * <p>After the run, {@link dev.headroom.app.files.ResultTables} writes the tables, and {@link
 * dev.headroom.app.files.HpccResultFiles} writes the formats of the HPCC simulator.
 */
@NullMarked
package dev.headroom.app.files;

import org.jspecify.annotations.NullMarked;
