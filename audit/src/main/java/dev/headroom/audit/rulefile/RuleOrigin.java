package dev.headroom.audit.rulefile;

/** Origin of a rule file: built in, or a site's. */
public enum RuleOrigin {
  /** Headroom's: tests hold each rule to lines that it finds, and to the time that it takes. */
  BUILT_IN,
  /** A site's: nobody knows what its patterns make of a line. */
  SITE
}
