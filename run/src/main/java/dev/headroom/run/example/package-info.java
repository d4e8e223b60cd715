/** Examples that the program brings: their list, and copies of them for the user. */
@NullMarked
package dev.headroom.run.example;

import org.jspecify.annotations.NullMarked;
