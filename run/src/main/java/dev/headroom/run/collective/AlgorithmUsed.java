package dev.headroom.run.collective;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.workload.CalledCollective;
import java.util.OptionalDouble;

/**
 * Algorithm and protocol of a collective that ran or would have run, with the time that the library
 * expects.
 *
 * @param protocol NCCL's; empty where the library has none
 * @param expectedUs how long the library itself expects it to take, in microseconds
 */
public record AlgorithmUsed(String algorithm, String protocol, OptionalDouble expectedUs) {
  public static AlgorithmUsed of(AlgorithmChoice choice) {
    return new AlgorithmUsed(
        choice.algorithm().word(),
        choice.protocol().word(),
        OptionalDouble.of(choice.microseconds()));
  }

  /** Of a library that expects nothing. */
  public static AlgorithmUsed of(CalledCollective called) {
    return new AlgorithmUsed(called.algorithm(), called.protocol(), OptionalDouble.empty());
  }

  public String words() {
    return protocol.isEmpty() ? algorithm : algorithm + "/" + protocol;
  }
}
