/**
 * Execution traces of MLCommons' Chakra, a file for each GPU ({@code name.0.et}, {@code name.1.et},
 * ...): nodes that compute, call and send, and what each waits for. They become a scenario whose
 * workload is a graph. Start with {@link dev.headroom.formats.chakra.ChakraReader}.
 */
@NullMarked
package dev.headroom.formats.chakra;

import org.jspecify.annotations.NullMarked;
