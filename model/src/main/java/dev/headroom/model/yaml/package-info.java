/**
 * YAML input: a document with the position of every node, its problems, and blocks of keys declared
 * once for the reader and for editors.
 *
 * <p>{@link dev.headroom.model.yaml.YamlParser} makes the document; {@link
 * dev.headroom.model.yaml.BlockShape} declares the keys of a block.
 */
@NullMarked
package dev.headroom.model.yaml;

import org.jspecify.annotations.NullMarked;
