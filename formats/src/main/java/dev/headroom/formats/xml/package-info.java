/** XML of any tool: elements and their attributes, which readers of one tool turn into facts. */
@NullMarked
package dev.headroom.formats.xml;

import org.jspecify.annotations.NullMarked;
