package dev.headroom.tune.advice;

/**
 * Basis of an advice, which needs no run.
 *
 * @param design the whole fabric
 * @param piece what is simulated
 * @param formula settings that formulas and published values give
 */
public record AdviceBasis(FabricDesign design, FabricPiece piece, FormulaSettings formula) {
  /**
   * That of a cluster.
   *
   * @throws AdviceException if no such fabric can be built
   */
  public static AdviceBasis of(ClusterPlan plan) {
    FabricDesign design = FabricDesigner.of(plan);
    return new AdviceBasis(
        design, FabricPiece.of(plan, design), FormulaSettings.of(plan, design, 1));
  }

  /** The same with another number of lossless classes. */
  AdviceBasis with(ClusterPlan plan, int classes) {
    return new AdviceBasis(design, piece, FormulaSettings.of(plan, design, classes));
  }
}
