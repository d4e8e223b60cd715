package dev.headroom.sim.credit;

import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Optional;

/**
 * Credits that the classes of a port share, as OCP's "SAI Proposal: Credit Based Flow Control"
 * (2026) has it: the receiver advertises the total room of its port, and the sender divides it.
 * Each class has a part reserved; of the rest, which is shared, it may use
 *
 * <pre>
 *   at most limit                      SHARED_STATIC_TH
 *   at most alpha * what is free       SHARED_DYNAMIC_TH, there 2^n
 * </pre>
 *
 * <p>A class without a part reserved could be starved by others for ever, so one packet is the
 * least.
 *
 * @param units of all classes together: the input buffer of the receiving port
 * @param reserved of each class
 * @param shared what is left
 * @param limit of what is shared for one class
 * @param alpha how many times what is free of the shared part one class may use of it
 */
record CreditPool(int units, int reserved, int shared, int limit, double alpha) {

  /**
   * What a scenario says of one end of a link; empty where each class has a buffer of its own.
   *
   * @param own settings of the node whose input buffer it is
   * @param classes that send on credit
   * @param largest credits of the largest packet
   */
  static Optional<CreditPool> of(
      Settings own, String node, Rate rate, CreditUnits count, int classes, int largest) {
    if (own.find(CreditKnobs.CREDIT_POOL).isEmpty()) {
      return Optional.empty();
    }
    int units = units(own.find(CreditKnobs.CREDIT_POOL).orElseThrow().at(rate), count);
    int reserved =
        own.find(CreditKnobs.CREDIT_RESERVED).map(size -> units(size, count)).orElse(largest);
    if (reserved < largest) {
      throw new UnrunnableScenarioException(
          "credits.reserved of %s is %s, but one packet takes up to %s"
              .formatted(node, size(reserved, count), size(largest, count)));
    }
    int many = Integer.bitCount(classes);
    if ((long) many * reserved > units) {
      throw new UnrunnableScenarioException(
          "credits.pool of %s holds %s, but %d classes reserve %s each: at least %s"
              .formatted(
                  node,
                  size(units, count),
                  many,
                  size(reserved, count),
                  size((long) many * reserved, count)));
    }
    int limit =
        own.find(CreditKnobs.CREDIT_SHARED_LIMIT).map(size -> units(size, count)).orElse(units);
    double alpha = own.find(CreditKnobs.CREDIT_SHARED_ALPHA).orElse(Double.POSITIVE_INFINITY);
    return Optional.of(new CreditPool(units, reserved, units - many * reserved, limit, alpha));
  }

  private static int units(Size size, CreditUnits count) {
    return (int) Math.min(count.most(), size.bytes() / count.unitBytes());
  }

  private static Size size(long units, CreditUnits count) {
    return new Size(units * count.unitBytes());
  }

  /**
   * Whether a class may use more.
   *
   * @param used what it uses
   * @param more what it would use beyond that
   * @param sharedInUse what all classes use of the shared part
   */
  boolean admits(int used, int more, int sharedInUse) {
    int after = ofShared(used + more);
    if (after == 0) {
      return true;
    }
    int free = shared - sharedInUse;
    return after - ofShared(used) <= free && after <= limit && after <= alpha * free;
  }

  /** What a class that uses so much uses of the shared part. */
  int ofShared(int used) {
    return Math.max(0, used - reserved);
  }
}
