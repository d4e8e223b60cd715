/** RDMA devices, their ports, GIDs and counters, as the tools of rdma-core and OFED print them. */
@NullMarked
package dev.headroom.formats.rdma;

import org.jspecify.annotations.NullMarked;
