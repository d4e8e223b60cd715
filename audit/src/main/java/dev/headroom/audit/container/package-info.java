/** Rules about containers and pods: devices, limits and memory that RDMA needs there. */
@NullMarked
package dev.headroom.audit.container;

import org.jspecify.annotations.NullMarked;
