/** RDMA devices: GIDs, links, MTU, and what their counters mean. */
@NullMarked
package dev.headroom.audit.rdma;

import org.jspecify.annotations.NullMarked;
