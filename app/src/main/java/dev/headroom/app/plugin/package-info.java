/**
 * Congestion controls, load balancers and markings that users bring along as a Java file: {@link
 * dev.headroom.app.plugin.PluginSourceFile} compiles one, {@link
 * dev.headroom.app.plugin.PluginType} makes its objects, and {@link
 * dev.headroom.app.plugin.WatchedController}, {@link dev.headroom.app.plugin.WatchedBalancer} and
 * {@link dev.headroom.app.plugin.WatchedMarker} tell its author in whose line a run went wrong.
 */
@NullMarked
package dev.headroom.app.plugin;

import org.jspecify.annotations.NullMarked;
