/** Tables in files, written through DuckDB. */
@NullMarked
package dev.headroom.tune.table;

import org.jspecify.annotations.NullMarked;
