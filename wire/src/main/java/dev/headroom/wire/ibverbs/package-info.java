/**
 * The native device: the RDMA devices of this machine, through libibverbs (rdma-core) and Java's
 * foreign function interface.
 *
 * <p>{@link dev.headroom.wire.ibverbs.Libibverbs} is the library: its functions, and those of the
 * device's driver that C programs reach through inline functions, which no library has by name.
 * {@link dev.headroom.wire.ibverbs.VerbsLayout} says where the fields of its structures are; {@link
 * dev.headroom.wire.ibverbs.VerbsLayoutCheck} holds that against the library at hand before
 * anything is done with it. Start at {@link dev.headroom.wire.ibverbs.NativeDevice}.
 */
@NullMarked
package dev.headroom.wire.ibverbs;

import org.jspecify.annotations.NullMarked;
