package dev.headroom.run.claims;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.OneOfShapes;
import dev.headroom.model.yaml.ValueForms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reader of an article's YAML file of claims, such as {@code S2.yaml}. */
final class ClaimFile {
  private static final BlockKey<String> ID =
      BlockKey.needed(
          "id",
          ValueForms.line("an article and a line", "S[0-4]:[1-9][0-9]*[a-z]?", "S2:352b"),
          "the article and its line, with a letter if the line makes several claims");

  private static final BlockKey<String> SAYS =
      BlockKey.needed("says", ValueForms.line(), "the claim in short");

  private static final BlockKey<String> UNDECIDED =
      BlockKey.needed(
          "undecided", ValueForms.line(), "the reason that no run or formula can decide it");

  private static final BlockKey<Double> ABOUT =
      BlockKey.needed("about", ValueForms.number(), "the number that the article names");

  private static final BlockKey<Double> TOLERANCE =
      BlockKey.optional("tolerance", ValueForms.number(), "the relative tolerance of a measurement")
          .or(0.0);

  private static final BlockKey<List<Double>> BETWEEN =
      BlockKey.needed(
          "between", ValueForms.list(ValueForms.number()), "the minimum and maximum that it names");

  private static final BlockKey<Double> AT_LEAST =
      BlockKey.needed("at-least", ValueForms.number(), "the minimum that it names");

  private static final BlockKey<Double> AT_MOST =
      BlockKey.needed("at-most", ValueForms.number(), "the maximum that it names");

  private static final BlockKey<String> UNIT =
      BlockKey.optional("unit", ValueForms.line(), "the unit of these numbers").or("");

  private static final BlockKey<Boolean> CHOSEN_HERE =
      BlockKey.optional("chosen-here", ValueForms.flag(), "true if the article names no number")
          .or(false);

  private static final BlockKey<BlockValues> STATED =
      BlockKey.needed(
          "stated",
          new OneOfShapes(
              "stated value",
              List.of(
                  new BlockShape("a number", List.of(ABOUT, TOLERANCE, UNIT)),
                  new BlockShape("a range", List.of(BETWEEN, UNIT)),
                  new BlockShape("a minimum", List.of(AT_LEAST, UNIT, CHOSEN_HERE)),
                  new BlockShape("a maximum", List.of(AT_MOST, UNIT, CHOSEN_HERE)))),
          "the number that the article states");

  private static final BlockKey<String> HOW =
      BlockKey.needed(
          "how",
          ValueForms.line(),
          "the quantity taken from the runs or from the output of " + "commands");

  private static final BlockKey<String> ALONG =
      BlockKey.optional("along", ValueForms.line(), "the quantity that differs between its trials");

  private static final BlockKey<String> NAME =
      BlockKey.needed("name", ValueForms.line(), "name of the first item");
  private static final BlockKey<String> FROM =
      BlockKey.needed("from", ValueForms.line(), "name of the second item");
  private static final BlockKey<Double> ITS =
      BlockKey.needed("stated", ValueForms.number(), "value of the first item");
  private static final BlockKey<Double> OTHERS =
      BlockKey.needed("from-stated", ValueForms.number(), "value of the second item");

  private static final BlockKey<BlockValues> APART =
      BlockKey.optional(
          "apart",
          new BlockShape("a distinction", List.of(NAME, FROM, ITS, OTHERS)),
          "two items that the article distinguishes");

  private static final BlockKey<String> WHEN =
      BlockKey.needed("when", ValueForms.line(), "condition of the measurement");

  private static final BlockKey<Double> VALUE =
      BlockKey.needed("value", ValueForms.number(), "the result");
  private static final BlockKey<String> BY =
      BlockKey.needed("by", ValueForms.line(), "the source of the measurement");
  private static final BlockShape OF_OTHERS =
      new BlockShape("a published figure", List.of(WHEN, VALUE, BY));

  private static final BlockKey<List<BlockValues>> PUBLISHED =
      BlockKey.optional(
              "published", ValueForms.list(OF_OTHERS), "published figures that decide the verdict")
          .or(List.of());

  private static final BlockKey<List<BlockValues>> PUBLISHED_BESIDE =
      BlockKey.optional(
              "published-beside", ValueForms.list(OF_OTHERS), "published figures for comparison")
          .or(List.of());

  private static final BlockKey<String> OWN_DEFAULT =
      BlockKey.optional(
          "own-default",
          ValueForms.line(),
          "the source of this program's default, if the claim tests " + "only that");

  private static final BlockKey<String> OWN_INPUTS =
      BlockKey.optional(
          "own-inputs", ValueForms.line(), "inputs that this program chose, and the reason");

  private static final BlockShape DECIDED =
      new BlockShape(
          "a claim that is measured",
          List.of(
              STATED,
              ID,
              SAYS,
              HOW,
              ALONG,
              APART,
              PUBLISHED,
              PUBLISHED_BESIDE,
              OWN_DEFAULT,
              OWN_INPUTS));

  private static final BlockShape OPEN =
      new BlockShape("a claim without a verdict", List.of(UNDECIDED, ID, SAYS));

  private static final BlockKey<List<BlockValues>> CLAIMS =
      BlockKey.needed(
          "claims",
          ValueForms.list(new OneOfShapes("a claim", List.of(DECIDED, OPEN))),
          "its claims");

  private static final BlockShape FILE = new BlockShape("an article's claims", List.of(CLAIMS));

  private ClaimFile() {}

  /**
   * The claims of an article.
   *
   * @param article {@code S2}
   * @param measured what is measured, by the claims' ids; what belongs to a claim is taken out
   */
  static List<Claim> read(String article, Map<String, ClaimTrials> measured) {
    List<Claim> claims = new ArrayList<>();
    for (BlockValues row :
        BundledYamlFile.read(ClaimFile.class, article + ".yaml", FILE).get(CLAIMS)) {
      String id = row.get(ID);
      claims.add(
          row.shape().equals(OPEN)
              ? new Claim.Untestable(id, row.get(SAYS), row.get(UNDECIDED))
              : claim(
                  row, Optional.ofNullable(measured.remove(id)).orElse(ClaimTrials.trials(id))));
    }
    return claims;
  }

  private static Claim claim(BlockValues row, ClaimTrials measured) {
    return new Claim.Numeric(
        row.get(ID),
        row.get(SAYS),
        stated(row.get(STATED)),
        row.get(HOW),
        with(measured.counted(), row.get(PUBLISHED)),
        with(measured.comparisons(), row.get(PUBLISHED_BESIDE)),
        rule(row),
        caveat(row));
  }

  private static List<Claim.Trial> with(List<Claim.Trial> ours, List<BlockValues> others) {
    return Stream.concat(
            ours.stream(),
            others.stream().map(row -> Claim.published(row.get(WHEN), row.get(VALUE), row.get(BY))))
        .toList();
  }

  private static StatedValue stated(BlockValues row) {
    String unit = row.get(UNIT);
    BlockKey<?> kind = row.shape().keys().getFirst();
    if (kind.equals(ABOUT)) {
      return StatedValue.approximately(row.get(ABOUT), unit, row.get(TOLERANCE));
    }
    if (kind.equals(BETWEEN)) {
      return StatedValue.between(row.get(BETWEEN).getFirst(), row.get(BETWEEN).getLast(), unit);
    }
    StatedValue bound =
        kind.equals(AT_LEAST)
            ? StatedValue.atLeast(row.get(AT_LEAST), unit)
            : StatedValue.atMost(row.get(AT_MOST), unit);
    return row.get(CHOSEN_HERE) ? bound.withBoundChosenHere() : bound;
  }

  private static VerdictRule rule(BlockValues row) {
    Optional<VerdictRule> apart =
        row.find(APART)
            .map(of ->
                new VerdictRule.Apart(of.get(NAME), of.get(FROM), of.get(ITS), of.get(OTHERS)));
    return apart
        .or(() -> row.find(ALONG).map(VerdictRule.Along::new))
        .orElseGet(VerdictRule.Each::new);
  }

  private static Optional<ClaimCaveat> caveat(BlockValues row) {
    return row.find(OWN_DEFAULT)
        .map(why -> new ClaimCaveat(ClaimCaveat.Kind.OWN_DEFAULT, why))
        .or(() ->
            row.find(OWN_INPUTS).map(why -> new ClaimCaveat(ClaimCaveat.Kind.OWN_INPUT, why)));
  }
}
