/**
 * Congestion controls, load balancers and markings that users bring along as a Java file: {@link
 * dev.headroom.app.own.SourceFile} compiles one, {@link dev.headroom.app.own.OwnType} makes its
 * objects, and {@link dev.headroom.app.own.WatchedController}, {@link
 * dev.headroom.app.own.WatchedBalancer} and {@link dev.headroom.app.own.WatchedMarker} tell its
 * author in whose line a run went wrong.
 */
@NullMarked
package dev.headroom.app.own;

import org.jspecify.annotations.NullMarked;
