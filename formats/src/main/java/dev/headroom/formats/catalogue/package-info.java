/**
 * Registry of all formats that machines print. {@link
 * dev.headroom.formats.catalogue.FormatCatalogue} is the entry point from files to facts.
 */
@NullMarked
package dev.headroom.formats.catalogue;

import org.jspecify.annotations.NullMarked;
