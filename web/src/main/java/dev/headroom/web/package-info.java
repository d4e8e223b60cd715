/** Server and pages of the workbench. */
@NullMarked
package dev.headroom.web;

import org.jspecify.annotations.NullMarked;
