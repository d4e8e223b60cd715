/** Rules about RDMA devices: GIDs, links, MTU, counters. */
@NullMarked
package dev.headroom.audit.rdma;

import org.jspecify.annotations.NullMarked;
