/**
 * Flows of a run: sender, receiver, size, start, and dependencies between flows. Start at {@link
 * dev.headroom.model.flow.FlowProgram}.
 */
@NullMarked
package dev.headroom.model.flow;

import org.jspecify.annotations.NullMarked;
