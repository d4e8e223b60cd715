package dev.headroom.run.collective;

import dev.headroom.model.collective.Collective;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Results of a collective at one size.
 *
 * @param bytes its size, as nccl-tests counts it
 * @param calls how many were made in a row
 * @param outOfPlace where a rank's own data do not lie where the result comes to lie; none if only
 *     the other was asked for
 * @param inPlace where they do; none likewise. Of collectives to which it makes no difference both
 *     are the same run
 * @param algorithmUsed algorithm and protocol, with the time that NCCL expects of them; none for
 *     NCCL's sends and receives
 * @param ncclChoice what NCCL itself would have taken, be it modelled here or not; none with Gloo
 */
public record CollectiveRow(
    long bytes,
    long calls,
    Optional<CollectiveResult> outOfPlace,
    Optional<CollectiveResult> inPlace,
    Optional<AlgorithmUsed> algorithmUsed,
    Optional<AlgorithmUsed> ncclChoice) {
  private static final int ELEMENT = 4;

  public CollectiveRow {
    if (outOfPlace.isEmpty() && inPlace.isEmpty()) {
      throw new IllegalArgumentException("there is no measurement");
    }
  }

  /** Elements of four bytes that each rank sends, or holds, as nccl-tests counts them. */
  public static long count(Collective collective, int ranks, long bytes) {
    return collective.isOfParts() ? bytes / ELEMENT / ranks : bytes / ELEMENT;
  }

  /** The size of so many whole elements a rank; at least one. */
  public static long wholeSize(Collective collective, int ranks, long bytes) {
    long count = Math.max(1, count(collective, ranks, bytes));
    return collective.isOfParts() ? count * ELEMENT * ranks : count * ELEMENT;
  }

  /** What was measured out of place, or in place if nothing was. */
  public CollectiveResult main() {
    return outOfPlace.or(() -> inPlace).orElseThrow();
  }

  /** What was measured: out of place before in place. */
  public Stream<CollectiveResult> sides() {
    return Stream.concat(outOfPlace.stream(), inPlace.stream());
  }

  public long timePs() {
    return main().timePs();
  }

  public double microseconds() {
    return timePs() * 1e-6;
  }

  /** Of a side, in 10^9 bytes a second. */
  public double algbw(CollectiveResult side) {
    return bytes * 1e3 / side.timePs();
  }

  /** Of {@link #main}, in 10^9 bytes a second. */
  public double algbw() {
    return algbw(main());
  }
}
