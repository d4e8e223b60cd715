package dev.headroom.formats.hpcc;

import java.util.Arrays;

/** Values of {@code CC_MODE} of the HPCC simulator. */
enum HpccMode {
  DCQCN(1, "DCQCN", "dcqcn"),
  HPCC(3, "HPCC", "hpcc"),
  TIMELY(7, "TIMELY", "timely"),
  DCTCP(8, "DCTCP", "dctcp"),
  HPCC_PINT(10, "HPCC-PINT", "hpcc-pint"),
  /** Any other number: that simulator then controls nothing. */
  NONE(0, "no congestion control", "none");

  private final long number;
  private final String words;
  private final String algorithm;

  HpccMode(long number, String words, String algorithm) {
    this.number = number;
    this.words = words;
    this.algorithm = algorithm;
  }

  static HpccMode of(long number) {
    return Arrays.stream(values()).filter(mode -> mode.number == number).findFirst().orElse(NONE);
  }

  /** What people call it. */
  String words() {
    return words;
  }

  /** The value of {@code congestion.algorithm}. */
  String algorithm() {
    return algorithm;
  }
}
