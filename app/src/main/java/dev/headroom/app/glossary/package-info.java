/**
 * The words of the field and where they come from: how articles use them, what they mean, and which
 * command shows it. They stand in the resource {@code glossary.yaml}, which {@link
 * dev.headroom.app.glossary.GlossaryReader} reads into a {@link
 * dev.headroom.app.glossary.Glossary}; screen, JSON and {@code docs/glossary.md} are made of that.
 * Begin at {@code glossary.yaml}.
 */
@NullMarked
package dev.headroom.app.glossary;

import org.jspecify.annotations.NullMarked;
