/**
 * The fabric on paper: hosts, switches and the links between them, and builders of the usual
 * shapes.
 *
 * <p>A {@link dev.headroom.model.fabric.Fabric} is a plain graph; a node's ports are numbered in
 * the order in which its links are listed. Nothing here knows how a packet moves.
 */
@NullMarked
package dev.headroom.model.fabric;

import org.jspecify.annotations.NullMarked;
