/** Tool that makes the packages of a release: {@code mvn -Prelease verify}. */
@NullMarked
package dev.headroom.release;

import org.jspecify.annotations.NullMarked;
