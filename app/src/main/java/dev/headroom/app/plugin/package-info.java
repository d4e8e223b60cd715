/**
 * Plugins of users: congestion controls, load balancers and markers, each a Java file. {@link
 * dev.headroom.app.plugin.PluginSourceFile} compiles one, and {@link
 * dev.headroom.app.plugin.PluginType} makes its objects.
 *
 * <p>{@link dev.headroom.app.plugin.WatchedController}, {@link
 * dev.headroom.app.plugin.WatchedBalancer} and {@link dev.headroom.app.plugin.WatchedMarker} report
 * the source line that made a run fail.
 */
@NullMarked
package dev.headroom.app.plugin;

import org.jspecify.annotations.NullMarked;
