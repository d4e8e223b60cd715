/** What containers and pods are given, and what they lack for RDMA. */
@NullMarked
package dev.headroom.audit.container;

import org.jspecify.annotations.NullMarked;
