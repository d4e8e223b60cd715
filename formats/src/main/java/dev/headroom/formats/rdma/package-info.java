/** Readers of rdma-core, OFED and Mellanox tools: RDMA devices, ports, GIDs and counters. */
@NullMarked
package dev.headroom.formats.rdma;

import org.jspecify.annotations.NullMarked;
