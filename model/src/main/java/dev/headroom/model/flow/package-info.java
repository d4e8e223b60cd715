/**
 * Flows of a run: who sends what, when, and what waits for what. Start with {@link
 * dev.headroom.model.flow.FlowProgram}.
 */
@NullMarked
package dev.headroom.model.flow;

import org.jspecify.annotations.NullMarked;
