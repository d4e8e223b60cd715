/**
 * Which formats of machines' outputs there are: {@link
 * dev.headroom.formats.catalogue.FormatCatalogue}, the door for whoever has files and wants facts.
 */
@NullMarked
package dev.headroom.formats.catalogue;

import org.jspecify.annotations.NullMarked;
