/**
 * Glossary of RDMA terms: use in the articles, meaning, history, and the command that shows it.
 *
 * <p>The terms are in the resource {@code glossary.yaml}. {@link
 * dev.headroom.web.glossary.GlossaryReader} reads it into a {@link
 * dev.headroom.web.glossary.Glossary}, the source of the screen, JSON and {@code docs/glossary.md}.
 */
@NullMarked
package dev.headroom.web.glossary;

import org.jspecify.annotations.NullMarked;
