package dev.headroom.app.claims;

import dev.headroom.model.yaml.Forms;
import dev.headroom.model.yaml.Key;
import dev.headroom.model.yaml.OneOf;
import dev.headroom.model.yaml.OwnFile;
import dev.headroom.model.yaml.Row;
import dev.headroom.model.yaml.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reader of an article's YAML file of claims, such as {@code S2.yaml}. */
final class ClaimFile {
  private static final Key<String> ID =
      Key.needed(
          "id",
          Forms.line("an article and a line", "S[0-4]:[1-9][0-9]*[a-z]?", "S2:352b"),
          "the article and its line, with a letter where that says several things");

  private static final Key<String> SAYS = Key.needed("says", Forms.line(), "the claim in short");

  private static final Key<String> UNDECIDED =
      Key.needed("undecided", Forms.line(), "why no run or formula can decide it");

  private static final Key<Double> ABOUT =
      Key.needed("about", Forms.number(), "the number that the article names");

  private static final Key<Double> TOLERANCE =
      Key.optional("tolerance", Forms.number(), "by what share a measurement may be off").or(0.0);

  private static final Key<List<Double>> BETWEEN =
      Key.needed("between", Forms.list(Forms.number()), "the least and the most that it names");

  private static final Key<Double> AT_LEAST =
      Key.needed("at-least", Forms.number(), "the least that it names");

  private static final Key<Double> AT_MOST =
      Key.needed("at-most", Forms.number(), "the most that it names");

  private static final Key<String> UNIT =
      Key.optional("unit", Forms.line(), "of these numbers").or("");

  private static final Key<Boolean> CHOSEN_HERE =
      Key.optional("chosen-here", Forms.flag(), "whether the article names no number").or(false);

  private static final Key<Row> STATED =
      Key.needed(
          "stated",
          new OneOf(
              "what is stated",
              List.of(
                  new Shape("a number", List.of(ABOUT, TOLERANCE, UNIT)),
                  new Shape("a range", List.of(BETWEEN, UNIT)),
                  new Shape("a least number", List.of(AT_LEAST, UNIT, CHOSEN_HERE)),
                  new Shape("a most number", List.of(AT_MOST, UNIT, CHOSEN_HERE)))),
          "what the article says a number is");

  private static final Key<String> HOW =
      Key.needed("how", Forms.line(), "what is taken of the runs, or of what commands print");

  private static final Key<String> ALONG =
      Key.optional("along", Forms.line(), "the quantity in which its trials differ");

  private static final Key<String> NAME = Key.needed("name", Forms.line(), "of the one");
  private static final Key<String> FROM = Key.needed("from", Forms.line(), "name of the other");
  private static final Key<Double> ITS = Key.needed("stated", Forms.number(), "of the one");
  private static final Key<Double> OTHERS =
      Key.needed("from-stated", Forms.number(), "of the other");

  private static final Key<Row> APART =
      Key.optional(
          "apart",
          new Shape("what is set apart", List.of(NAME, FROM, ITS, OTHERS)),
          "what the article sets apart from another");

  private static final Key<String> WHEN =
      Key.needed("when", Forms.line(), "under which condition it was measured");

  private static final Key<Double> VALUE = Key.needed("value", Forms.number(), "what it came to");
  private static final Key<String> BY =
      Key.needed("by", Forms.line(), "who measured it, and where");
  private static final Shape OF_OTHERS = new Shape("a figure of others", List.of(WHEN, VALUE, BY));

  private static final Key<List<Row>> PUBLISHED =
      Key.optional(
              "published", Forms.list(OF_OTHERS), "figures of others, from which a verdict follows")
          .or(List.of());

  private static final Key<List<Row>> PUBLISHED_BESIDE =
      Key.optional("published-beside", Forms.list(OF_OTHERS), "figures of others to compare with")
          .or(List.of());

  private static final Key<String> OWN_DEFAULT =
      Key.optional(
          "own-default", Forms.line(), "whom a default of this program follows, if that is all");

  private static final Key<String> OWN_INPUTS =
      Key.optional("own-inputs", Forms.line(), "inputs of this program's choice, and why");

  private static final Shape DECIDED =
      new Shape(
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

  private static final Shape OPEN =
      new Shape("a claim that nothing decides", List.of(UNDECIDED, ID, SAYS));

  private static final Key<List<Row>> CLAIMS =
      Key.needed(
          "claims", Forms.list(new OneOf("a claim", List.of(DECIDED, OPEN))), "what it claims");

  private static final Shape FILE = new Shape("an article's claims", List.of(CLAIMS));

  private ClaimFile() {}

  /**
   * The claims of an article.
   *
   * @param article {@code S2}
   * @param measured what is measured, by the claims' ids; what belongs to a claim is taken out
   */
  static List<Claim> read(String article, Map<String, Trials> measured) {
    List<Claim> claims = new ArrayList<>();
    for (Row row : OwnFile.read(ClaimFile.class, article + ".yaml", FILE).get(CLAIMS)) {
      String id = row.get(ID);
      claims.add(
          row.shape().equals(OPEN)
              ? new Claim.Untestable(id, row.get(SAYS), row.get(UNDECIDED))
              : claim(row, Optional.ofNullable(measured.remove(id)).orElse(Trials.trials(id))));
    }
    return claims;
  }

  private static Claim claim(Row row, Trials measured) {
    return new Claim.Numeric(
        row.get(ID),
        row.get(SAYS),
        stated(row.get(STATED)),
        row.get(HOW),
        with(measured.counted(), row.get(PUBLISHED)),
        with(measured.beside(), row.get(PUBLISHED_BESIDE)),
        rule(row),
        caveat(row));
  }

  private static List<Claim.Trial> with(List<Claim.Trial> ours, List<Row> others) {
    return Stream.concat(
            ours.stream(),
            others.stream().map(row -> Claim.published(row.get(WHEN), row.get(VALUE), row.get(BY))))
        .toList();
  }

  private static Stated stated(Row row) {
    String unit = row.get(UNIT);
    Key<?> kind = row.shape().keys().getFirst();
    if (kind.equals(ABOUT)) {
      return Stated.about(row.get(ABOUT), unit, row.get(TOLERANCE));
    }
    if (kind.equals(BETWEEN)) {
      return Stated.between(row.get(BETWEEN).getFirst(), row.get(BETWEEN).getLast(), unit);
    }
    Stated bound =
        kind.equals(AT_LEAST)
            ? Stated.atLeast(row.get(AT_LEAST), unit)
            : Stated.atMost(row.get(AT_MOST), unit);
    return row.get(CHOSEN_HERE) ? bound.withBoundChosenHere() : bound;
  }

  private static Rule rule(Row row) {
    Optional<Rule> apart =
        row.find(APART)
            .map(of -> new Rule.Apart(of.get(NAME), of.get(FROM), of.get(ITS), of.get(OTHERS)));
    return apart.or(() -> row.find(ALONG).map(Rule.Along::new)).orElseGet(Rule.Each::new);
  }

  private static Optional<Caveat> caveat(Row row) {
    return row.find(OWN_DEFAULT)
        .map(why -> new Caveat(Caveat.Kind.OWN_DEFAULT, why))
        .or(() -> row.find(OWN_INPUTS).map(why -> new Caveat(Caveat.Kind.OWN_INPUT, why)));
  }
}
