package dev.headroom.audit.environment;

import java.util.regex.Pattern;

/**
 * Possible values of an NCCL variable, as far as its name shows: enough to detect a value meant for
 * another variable.
 */
final class VariableValue {
  /** Of {@code NCCL_DEBUG} (NVIDIA/nccl, src/debug.cc). */
  private static final Pattern LEVEL = Pattern.compile("(?i)VERSION|WARN|INFO|ABORT|TRACE|NONE");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:\\d{1,20}[KkMmGgTt]?|0x[\\da-fA-F]{1,16})");

  private static final Pattern OF_FILES = Pattern.compile("NCCL_.*_(?:FILE|PATH|DIR)");
  private static final Pattern OF_NUMBERS =
      Pattern.compile(
          "NCCL_.*(?:_(?:ENABLE|DISABLE|THRESHOLD|TIMEOUT|RETRY_CNT|INDEX|TC|SL|SIZE|CHANNELS|CTAS|NTHREADS|NSOCKS_PERTHREAD|BLOCKING|PKEY)|BUFFSIZE|_N[A-Z]+S)");
  private static final Pattern OF_NAMES = Pattern.compile("NCCL_.*_(?:IFNAME|HCA)");

  private VariableValue() {}

  /** Whether nothing speaks against it. */
  static boolean fits(String variable, String value) {
    if (value.isEmpty()) {
      return true;
    }
    if (variable.equals("NCCL_DEBUG")) {
      return LEVEL.matcher(value).matches();
    }
    if (OF_FILES.matcher(variable).matches()) {
      return value.contains("/") || value.contains(".") || value.contains("%");
    }
    if (OF_NUMBERS.matcher(variable).matches()) {
      return NUMBER.matcher(value).matches();
    }
    return !OF_NAMES.matcher(variable).matches() || !NUMBER.matcher(value).matches();
  }
}
