package dev.headroom.model.machine;

import dev.headroom.unit.Rate;
import dev.headroom.unit.UnitException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * NICs of a host that a collective uses, whatever number its machine type has. The machine keeps
 * its rails: several NICs of a rail are as one, and several rails share a NIC.
 *
 * @param count how many, 1 or more
 * @param gbps what each carries, in 10^9 bits a second
 */
public record HostNics(int count, double gbps) {
  private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,2})(?:\\s*[xX*](.+))?");

  /** Those that machines of a type are sold with, spread over so many hosts. */
  public static HostNics asSold(Cluster cluster, int hosts) {
    return new HostNics(
        cluster.machines() * cluster.machine().rails().nics() / hosts,
        cluster.machine().rails().nicRate().gbps());
  }

  /**
   * What a user names: {@code 8x200Gbps}, or {@code 8} of the rate of the machine type. Empty if
   * the text is neither.
   *
   * @throws UnitException if the rate cannot be read
   */
  public static Optional<HostNics> parse(String text, Machine machine) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Rate rate =
        matcher.group(2) == null ? machine.rails().nicRate() : Rate.parse(matcher.group(2).strip());
    return Optional.of(new HostNics(Integer.parseInt(matcher.group(1)), rate.gbps()));
  }

  /** No more of them than a job names; all if it names none. */
  public HostNics named(int devices) {
    return devices == 0 || devices >= count ? this : new HostNics(devices, gbps);
  }

  /** How many rails send through one of them. */
  public int sharing(int rails) {
    return Math.ceilDiv(rails, count);
  }

  /** Rate of a rail of a host with so many rails, 10^9 bits a second. */
  public double each(int rails) {
    return count > rails ? gbps * count / rails : gbps / sharing(rails);
  }

  /** Rate of a rail of such a machine, whose hosts each have these NICs. */
  public Rate railRate(Machine machine) {
    int rails = Math.max(1, machine.rails().nics() / machine.hosts());
    return new Rate(Math.round(each(rails) * 1e9));
  }
}
