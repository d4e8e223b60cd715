package dev.headroom.audit.host;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.ValueForms;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Driver, or the kernel itself, that reports trouble in a line of the kernel's log. {@code
 * kernel-words.yaml} has the names of drivers, the words of trouble, and harmless lines.
 *
 * @param name of the driver, {@code mlx5_core}, or {@code kernel}
 * @param isOfInterest whether RDMA or GPUs depend on it
 */
record KernelSpeaker(String name, boolean isOfInterest) implements Comparable<KernelSpeaker> {
  private static final BlockKey<Pattern> DRIVERS =
      BlockKey.needed(
          "drivers", ValueForms.anyRegex(), "names of drivers that RDMA and GPUs depend on");

  private static final BlockKey<Pattern> TROUBLE =
      BlockKey.needed("trouble", ValueForms.anyRegex(), "words of trouble in their lines");

  private static final BlockKey<Pattern> KERNEL =
      BlockKey.needed("kernel", ValueForms.anyRegex(), "lines of trouble of the kernel itself");

  private static final BlockKey<Pattern> HARMLESS =
      BlockKey.needed("harmless", ValueForms.anyRegex(), "lines that say that nothing is wrong");

  private static final BlockKey<Pattern> OTHERS =
      BlockKey.needed(
          "others", ValueForms.anyRegex(), "lines of parts on which neither RDMA nor GPUs depend");

  private static final BlockValues WORDS =
      BundledYamlFile.read(
          KernelSpeaker.class,
          "kernel-words.yaml",
          new BlockShape(
              "words of the kernel's log", List.of(DRIVERS, TROUBLE, KERNEL, HARMLESS, OTHERS)));

  private static final Pattern NAMED =
      Pattern.compile(
          "^(?:kernel: )?(?:\\[drm:\\w+ \\[)?(" + WORDS.get(DRIVERS).pattern() + ")(?![\\w-])");

  /** Levels of errors and worse, of {@code dmesg -x} and {@code -r}. */
  private static final Pattern ERROR_LEVEL = Pattern.compile("emerg|alert|crit|err");

  private static final int FACILITIES = 8;
  private static final int LEAST_ERROR = 3;

  /** The speaker of a line that reports trouble; empty for any other line. */
  static Optional<KernelSpeaker> ofTrouble(String line, String level) {
    if (WORDS.get(HARMLESS).matcher(line).find()) {
      return Optional.empty();
    }
    boolean error = isError(level);
    Matcher driver = NAMED.matcher(line);
    if (driver.find()) {
      return error || WORDS.get(TROUBLE).matcher(line).find()
          ? Optional.of(new KernelSpeaker(driver.group(1), true))
          : Optional.empty();
    }
    if (WORDS.get(OTHERS).matcher(line).find()) {
      return Optional.empty();
    }
    if (WORDS.get(KERNEL).matcher(line).find()) {
      return Optional.of(new KernelSpeaker("kernel", true));
    }
    return error ? Optional.of(new KernelSpeaker("kernel, level err", false)) : Optional.empty();
  }

  private static boolean isError(String level) {
    return level.matches("\\d{1,3}")
        ? Integer.parseInt(level) % FACILITIES <= LEAST_ERROR
        : ERROR_LEVEL.matcher(level).matches();
  }

  /** The name in a sentence. */
  String words() {
    return switch (name) {
      case "kernel" -> "the kernel";
      case "kernel, level err" -> "the kernel with the level of errors";
      default -> name;
    };
  }

  @Override
  public int compareTo(KernelSpeaker other) {
    return Comparator.comparing(KernelSpeaker::isOfInterest)
        .reversed()
        .thenComparing(KernelSpeaker::name)
        .compare(this, other);
  }
}
