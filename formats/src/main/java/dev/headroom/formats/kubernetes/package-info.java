/** Readers of Kubernetes objects and of the log of its RDMA device plugins. */
@NullMarked
package dev.headroom.formats.kubernetes;

import org.jspecify.annotations.NullMarked;
