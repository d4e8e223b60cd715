package dev.headroom.formats.fact;

import java.util.Locale;

/** Kind of a pattern of {@link SecretTable}: the part of a text that the pattern removes. */
public enum SecretKind {
  /** A secret by its form; a sign that the match begins with stays. */
  TOKEN(false),
  /** An address that is a secret. */
  URL(false),
  /** A login in an address: {@code ://user:password@}. */
  LOGIN(false),
  /** The beginning of a name; its value is removed. */
  NAME(true),
  /** A whole part of a name, as in {@code DB_PASS}; its value is removed. */
  PART(true),
  /** Words before a secret; the next word or the quoted text is removed. */
  AFTER(true),
  /** The first line of a block, which is removed to its end. */
  BLOCK(false),
  /** A word whose lines are left out of files that people write. */
  LINE(true),
  /** The beginning of a token whose lines are left out of files that people write. */
  START(false);

  private final boolean anyCase;

  SecretKind(boolean anyCase) {
    this.anyCase = anyCase;
  }

  /** Whether the letters of its patterns stand for both cases. */
  boolean isAnyCase() {
    return anyCase;
  }

  /** Whether a text loses only the secret, not the whole line. */
  public boolean isMasking() {
    return this != LINE && this != START;
  }

  /** Whether its patterns tell a secret by a name. */
  boolean isOfNames() {
    return this == NAME || this == PART || this == AFTER;
  }

  /** The word in the table and in the script. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
