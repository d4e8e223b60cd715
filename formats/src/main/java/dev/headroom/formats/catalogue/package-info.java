/**
 * Which formats of machines' outputs there are: {@link dev.headroom.formats.catalogue.Catalogue},
 * the door for whoever has files and wants facts.
 */
@NullMarked
package dev.headroom.formats.catalogue;

import org.jspecify.annotations.NullMarked;
