/**
 * Congestion controls that users bring along as a Java file: {@link
 * dev.headroom.app.control.SourceFile} compiles one, {@link
 * dev.headroom.app.control.CompiledControl} makes its controllers, and {@link
 * dev.headroom.app.control.WatchedController} tells its author in whose line a run went wrong.
 */
@NullMarked
package dev.headroom.app.control;

import org.jspecify.annotations.NullMarked;
