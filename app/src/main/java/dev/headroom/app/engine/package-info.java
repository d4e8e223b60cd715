/** Options of the engines that run sweeps: this machine, Slurm, Spark and Kubernetes. */
@NullMarked
package dev.headroom.app.engine;

import org.jspecify.annotations.NullMarked;
