/**
 * Texts that people bring: their files come in through one door, {@link
 * dev.headroom.model.text.UserFile}, which takes so many bytes and no more, and what messages show
 * of them is cut by {@link dev.headroom.unit.TextExcerpt}.
 */
@NullMarked
package dev.headroom.model.text;

import org.jspecify.annotations.NullMarked;
