/**
 * YAML that people write: a document in which everything knows where it stands, what is wrong with
 * it, and blocks of keys declared once, for the reader and for editors.
 *
 * <p>{@link dev.headroom.model.yaml.YamlParser} makes the document, {@link
 * dev.headroom.model.yaml.BlockShape} says what a block may hold.
 */
@NullMarked
package dev.headroom.model.yaml;

import org.jspecify.annotations.NullMarked;
