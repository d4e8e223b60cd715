/**
 * Engines of other programs: what Slurm, Spark and Kubernetes are given so that they run the shards
 * of a sweep, and what protects a shard from a trial that ends its process.
 */
@NullMarked
package dev.headroom.tune.engine;

import org.jspecify.annotations.NullMarked;
