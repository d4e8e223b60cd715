/**
 * Conversion of files into facts: lines are cleaned, blocks are found by their content, the reader
 * of its format takes each block, and every line is accounted for.
 *
 * <p>{@link dev.headroom.formats.read.FactReader} does this for a list of formats. To add a format,
 * extend {@link dev.headroom.formats.read.FormatReader} in the package of its tool and name the
 * class in {@code formats.catalogue.FormatCatalogue}:
 *
 * <ol>
 *   <li>{@code kind()} names the format and the command that prints it, and lists the lines to
 *       ignore, as patterns with a reason. {@code headroom formats --ignored} lists those.
 *   <li>{@code starts(document, at)} recognizes by content that a block begins at a line. File
 *       names do not count, since people rename files; only in sysfs and procfs is the path the
 *       key.
 *   <li>{@code clues()} gives text that such a line contains at least, so that most lines are
 *       skipped at once.
 *   <li>{@code read(block, sink)} adds facts, each with its line. A line that gives no fact and
 *       matches no ignored pattern counts as not understood, and is shown. A number is plain, with
 *       its unit in the key; its interpretation is the task of others.
 * </ol>
 *
 * <p>A block ends at the start of another format, or at a prompt. {@link
 * dev.headroom.formats.read.ContiguousReader} ends it at the last line that belongs to the format.
 * {@link dev.headroom.formats.read.SinglePatternReader} does the rest, too, if one pattern matches
 * all of its lines.
 *
 * <p>A line is understood only as a whole: the part that a reader does not interpret becomes a
 * fact, too, under a key of the format, so that every change of a value is visible.
 */
@NullMarked
package dev.headroom.formats.read;

import org.jspecify.annotations.NullMarked;
