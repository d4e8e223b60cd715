package dev.headroom.audit.gap;

import dev.headroom.model.machine.Cluster;

/**
 * Assumed NICs of a host without input.
 *
 * @param count how many, 1 or more
 * @param gbps what each carries, in 10^9 bits a second
 */
public record AssumedNics(int count, double gbps) {
  /** Those that such machines are sold with, spread over the hosts of a job. */
  static AssumedNics asSold(Cluster cluster, int hosts) {
    return new AssumedNics(
        cluster.machines() * cluster.machine().rails().nics() / hosts,
        cluster.machine().rails().nicRate().gbps());
  }

  /** No more of them than a job names; all if it names none. */
  AssumedNics named(int devices) {
    return devices == 0 || devices >= count ? this : new AssumedNics(devices, gbps);
  }

  /** How many rails send through one of them. */
  int sharing(int rails) {
    return Math.ceilDiv(rails, count);
  }

  /** What a rail has of them, in 10^9 bits a second; several NICs of a rail are as one. */
  double each(int rails) {
    return count > rails ? gbps * count / rails : gbps / sharing(rails);
  }
}
