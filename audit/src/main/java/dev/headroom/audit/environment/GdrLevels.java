package dev.headroom.audit.environment;

import dev.headroom.model.collective.PathClass;
import java.util.function.Predicate;

/** Numeric values of {@code NCCL_NET_GDR_LEVEL}, which predate its names. */
final class GdrLevels {
  private GdrLevels() {}

  /** Values that a rule may be about. */
  enum Sort {
    /**
     * Numbers that allow more than one switch: what is said of them, and what to set, follows from
     * the number.
     */
    NUMBER(value -> isNumber(value) && !isNear(value)),
    /** Those that allow less than NCCL does by itself, but something. */
    NEAR(GdrLevels::isNear),
    /** Those that forbid GPUDirect. */
    NOWHERE(GdrLevels::forbidsGpuDirect),
    /** Those that let it go any way. */
    ANYWHERE(GdrLevels::allowsAnyPath);

    @SuppressWarnings("ImmutableEnumChecker") // only ever methods without a state
    private final Predicate<String> holds;

    Sort(Predicate<String> holds) {
      this.holds = holds;
    }

    boolean has(String value) {
      return holds.test(value);
    }
  }

  /** Whether it is a number. */
  static boolean isNumber(String value) {
    return value.matches("[0-9]+");
  }

  /** Whether it ends at one PCIe switch or before; NCCL by itself allows several (PXB). */
  static boolean isNear(String value) {
    return PathClass.ofLevel(value)
        .filter(level -> level != PathClass.LOC && level.compareTo(PathClass.PXB) < 0)
        .isPresent();
  }

  /** Whether it lets GPUDirect go any way. */
  static boolean allowsAnyPath(String value) {
    return PathClass.ofLevel(value).filter(level -> level == PathClass.SYS).isPresent();
  }

  /** Whether it forbids GPUDirect. */
  static boolean forbidsGpuDirect(String value) {
    return PathClass.ofLevel(value).filter(level -> level == PathClass.LOC).isPresent();
  }

  /** What NCCL makes of a number, after the variable and the number. */
  static String words(String value) {
    return switch (level(value)) {
      case LOC -> "a number, which NCCL reads as LOC: no GPUDirect; unset it";
      case PIX -> "a number, which NCCL reads as PIX: across one PCIe switch";
      case PXB -> "a number, which NCCL reads as PXB: across PCIe switches";
      case PHB ->
          "a number, which NCCL reads as PHB: also through a CPU. PXB, several switches, is 2 "
              + "and stricter: a GPU that reaches its NIC through the CPU then has no GPUDirect";
      default -> "a number, which NCCL reads as SYS: any path; " + TIGHTER;
    };
  }

  /** What becomes of it with PXB, which is NCCL's own. */
  static final String TIGHTER =
      "PXB is stricter: a GPU that reaches its NIC through a CPU then has no GPUDirect, so "
          + "measure both";

  /** The name of the same level; the rules of GPUDirect judge both ends themselves. */
  static String name(String value) {
    return switch (level(value)) {
      case LOC -> "";
      case SYS -> PathClass.PXB.name();
      default -> level(value).name();
    };
  }

  private static PathClass level(String value) {
    return PathClass.ofLevel(value).orElse(PathClass.SYS);
  }
}
