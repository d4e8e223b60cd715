/**
 * How files become facts: lines are cleaned, blocks found by what is in them, each given to the
 * reader of its format, and every line accounted for.
 *
 * <p>{@link dev.headroom.formats.read.FactReader} does it for the formats it is given. To add a
 * format, extend {@link dev.headroom.formats.read.FormatReader} in the package of its tool and name
 * the class in {@code formats.catalogue.Catalogue}:
 *
 * <ol>
 *   <li>{@code kind()} says what it is called, which command prints it, and which of its lines are
 *       of no interest, as patterns with a reason. {@code headroom formats --ignored} lists those.
 *   <li>{@code starts(document, at)} recognises by content that a block begins at a line. File
 *       names do not count, people rename files; only in sysfs and procfs is the path the key.
 *   <li>{@code clues()} says what such a line has in it at least, so that most lines need not be
 *       looked at.
 *   <li>{@code read(block, sink)} says facts, each for the line that says it. A line that gives no
 *       fact and matches no ignored pattern counts as not understood, and is shown. Numbers are
 *       said plain, with the unit in the key; what a fact means is for others to judge.
 * </ol>
 *
 * <p>A block ends where another format begins, or a prompt. Where its lines can be told by
 * themselves, {@link dev.headroom.formats.read.ContiguousReader} ends it with the last of them;
 * where one pattern tells them all, {@link dev.headroom.formats.read.SinglePatternReader} does the
 * rest too.
 *
 * <p>A line is understood only whole: what is left of it beside what a reader knows is a fact too,
 * under a key of the format itself, so that no value changes unseen.
 */
@NullMarked
package dev.headroom.formats.read;

import org.jspecify.annotations.NullMarked;
