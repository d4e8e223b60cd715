package dev.headroom.tune.advice;

/**
 * Tier of a designed fabric.
 *
 * @param name of its switches: {@code leaf}
 * @param switches how many there are
 * @param down ports of a switch towards hosts
 * @param up ports of a switch away from hosts
 */
public record SwitchTier(String name, int switches, int down, int up) {
  public int ports() {
    return down + up;
  }
}
