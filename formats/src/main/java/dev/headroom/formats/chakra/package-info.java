/**
 * Reader of MLCommons Chakra execution traces, one file per GPU ({@code name.0.et}, {@code
 * name.1.et}, ...).
 *
 * <p>The nodes of a trace compute, call and send, and depend on other nodes; they become a scenario
 * whose workload is a graph. Start at {@link dev.headroom.formats.chakra.ChakraReader}.
 */
@NullMarked
package dev.headroom.formats.chakra;

import org.jspecify.annotations.NullMarked;
