/**
 * Settings of software stacks as text: shell exports, files of NCCL and UCX, a command line of MPI,
 * JSON, and the page {@code docs/stacks.md}.
 *
 * <p>The values come from {@link dev.headroom.model.stack}. Start at {@link
 * dev.headroom.app.stack.StackText}.
 */
@NullMarked
package dev.headroom.app.stack;

import org.jspecify.annotations.NullMarked;
