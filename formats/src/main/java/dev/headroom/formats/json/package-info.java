/** JSON of any tool: arrays and objects become facts under the keys of their tool. */
@NullMarked
package dev.headroom.formats.json;

import org.jspecify.annotations.NullMarked;
