package dev.headroom.formats.switches;

/**
 * Vendor's terms for buffer settings: wording for missing inputs, and commands for fixes.
 *
 * @param kmin the setting of Kmin
 * @param alpha the setting of the share of the pool
 */
public record BufferTerms(Asked missingInputs, Cure fixes, String kmin, String alpha) {

  /**
   * What is missing where a rule cannot judge.
   *
   * @param groups the map of classes to priority groups
   * @param headroom which profile a port's class has
   * @param cable of a port: its speed, its cable, its headroom
   * @param margin pool, profile and curves
   * @param alpha the share of the pool
   */
  public record Asked(String groups, String headroom, String cable, String margin, String alpha) {}

  /**
   * What cures a fault.
   *
   * @param groups a class in the group of another number
   * @param headroom none
   * @param cable too little headroom for the cable
   */
  public record Cure(String groups, String headroom, String cable) {}
}
