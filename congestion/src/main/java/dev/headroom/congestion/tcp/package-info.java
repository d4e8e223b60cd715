/** Congestion controls of TCP. DCTCP also has forms for RDMA and Ultra Ethernet. */
@NullMarked
package dev.headroom.congestion.tcp;

import org.jspecify.annotations.NullMarked;
