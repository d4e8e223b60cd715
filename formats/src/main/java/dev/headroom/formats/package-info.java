/**
 * Readers and writers of other people's files, one package per source: what a host, a switch or
 * another simulator prints.
 *
 * <p>Text comes in and parts of the {@code model} go out, or the other way round. What a reader
 * does not understand is data with a line number, never a crash. Nothing here simulates or judges.
 */
@NullMarked
package dev.headroom.formats;

import org.jspecify.annotations.NullMarked;
