/**
 * What software stacks of a host are to be told, in the forms that people use: exports, the files
 * of NCCL and UCX, a command line of MPI, JSON; and the page {@code docs/stacks.md}. What it is
 * comes from {@link dev.headroom.model.stack}. Begin at {@link dev.headroom.app.stack.StackText}.
 */
@NullMarked
package dev.headroom.app.stack;

import org.jspecify.annotations.NullMarked;
