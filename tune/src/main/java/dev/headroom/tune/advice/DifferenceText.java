package dev.headroom.tune.advice;

import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.tune.study.CaseMeasure;
import java.util.List;
import java.util.stream.Collectors;

/** Text of differences that are shares of what is compared with. */
final class DifferenceText {
  private DifferenceText() {}

  /** {@code time of the work +5.1 % ±2 %, p99 slowdown within noise (+3 % ±7 %)}. */
  static String of(List<UnseenDifference> differences) {
    return differences.stream().map(DifferenceText::of).collect(Collectors.joining(", "));
  }

  private static String of(UnseenDifference each) {
    String name =
        CaseMeasure.of(each.objective().measure())
            .map(CaseMeasure::title)
            .orElse(each.objective().measure());
    double share = each.difference().difference().mean() / each.today();
    double reach = each.difference().difference().reach() / each.today();
    String text =
        "%s%s ±%s"
            .formatted(
                share < 0 ? "-" : "+",
                NumberText.percent(Math.abs(share)),
                NumberText.percent(reach));
    return each.isBetter() || each.isWorse()
        ? name + " " + text
        : name + " within noise (" + text + ")";
  }

  /** The same for an alternative; its fault where it has one. */
  static String of(ComparedAlternative compared) {
    String name = compared.alternative().name() + ": ";
    return compared.fault().isEmpty()
        ? name + of(compared.differences())
        : name + "fails (" + compared.fault() + ")";
  }
}
