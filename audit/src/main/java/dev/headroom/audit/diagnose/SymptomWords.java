package dev.headroom.audit.diagnose;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.ValueForms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words of a description with their synonyms replaced: <i>AllReduce performance</i> and <i>slow
 * all-reduce</i> have the same words. The synonyms are in {@code synonyms.yaml}.
 *
 * @param words each once
 */
record SymptomWords(List<String> words) {
  private static final BlockKey<String> TERM =
      BlockKey.needed("term", ValueForms.line(), "the word that symptoms use");

  private static final BlockKey<List<String>> WORDS =
      BlockKey.needed(
          "words", ValueForms.list(ValueForms.line()), "words for it, in lower case; * at an end");

  private static final BlockKey<List<BlockValues>> SYNONYMS =
      BlockKey.needed(
          "synonyms",
          ValueForms.list(new BlockShape("a synonym", List.of(TERM, WORDS))),
          "the words that people use");

  /** A shorter word must be the whole word of the text, or its plural. */
  private static final int LEAST_BEGINNING = 4;

  private static final List<Replacement> REPLACEMENTS = replacements();

  private record Replacement(String word, Pattern pattern, String term) {
    static Replacement of(String word, String term) {
      boolean isBeginning = word.endsWith("*");
      String text = isBeginning ? word.substring(0, word.length() - 1) : word;
      return new Replacement(
          text,
          Pattern.compile(
              "(?<![a-z0-9_])"
                  + Pattern.quote(text)
                  + (isBeginning ? "[a-z0-9_-]*" : "(?![a-z0-9_-])")),
          term);
    }

    String in(String text) {
      return pattern.matcher(text).replaceAll(Matcher.quoteReplacement(term));
    }
  }

  /** The words of a text in any letter case. */
  static SymptomWords of(String text) {
    String said = text.toLowerCase(Locale.ROOT).replace('’', '\'');
    for (Replacement each : REPLACEMENTS) {
      said = each.in(said);
    }
    return new SymptomWords(
        Arrays.stream(said.split("[^a-z0-9_/#'+.-]+"))
            .map(word -> word.replaceAll("^[.'-]+|[.']+$", ""))
            .filter(word -> !word.isEmpty())
            .distinct()
            .toList());
  }

  private static List<Replacement> replacements() {
    List<Replacement> all = new ArrayList<>();
    for (BlockValues row :
        BundledYamlFile.read(
                SymptomWords.class,
                "synonyms.yaml",
                new BlockShape("a list of synonyms", List.of(SYNONYMS)))
            .get(SYNONYMS)) {
      row.get(WORDS).forEach(word -> all.add(Replacement.of(word, row.get(TERM))));
    }
    all.sort(Comparator.comparingInt((Replacement each) -> each.word().length()).reversed());
    return List.copyOf(all);
  }

  /**
   * How well a phrase of a symptom fits, 0 if not all of its words are here: a phrase of two words
   * counts more than two single words.
   */
  int fit(SymptomWords phrase) {
    int count = phrase.words.size();
    return phrase.words.stream().allMatch(this::has) ? count * count : 0;
  }

  private boolean has(String word) {
    return words.stream()
        .anyMatch(each ->
            word.length() < LEAST_BEGINNING
                ? each.equals(word) || each.equals(word + "s")
                : each.startsWith(word));
  }
}
