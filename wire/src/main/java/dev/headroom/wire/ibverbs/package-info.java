/**
 * RDMA devices of this machine, through libibverbs (rdma-core) and Java's foreign function
 * interface. Start at {@link dev.headroom.wire.ibverbs.NativeDevice}.
 *
 * <p>{@link dev.headroom.wire.ibverbs.Libibverbs} has the library's functions, and those of the
 * device's driver that C programs reach through inline functions and that no library exports.
 * {@link dev.headroom.wire.ibverbs.VerbsLayout} has the field offsets of its structures; {@link
 * dev.headroom.wire.ibverbs.VerbsLayoutCheck} checks them against the installed library before any
 * use.
 */
@NullMarked
package dev.headroom.wire.ibverbs;

import org.jspecify.annotations.NullMarked;
