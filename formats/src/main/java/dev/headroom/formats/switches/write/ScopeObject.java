package dev.headroom.formats.switches.write;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Object that a statement is for.
 *
 * @param port blank for the switch as a whole
 * @param trafficClass whose values fill the holes
 * @param number of the object: a class or a queue; -1 for a port as a whole
 * @param holes names and numbers of it
 * @param gains whether it has something that it did not have; what only loses has a statement if it
 *     had one
 * @param isRemoved whether nothing is left of it, so that its statement goes
 */
record ScopeObject(
    String port,
    int trafficClass,
    int number,
    Map<String, String> holes,
    boolean gains,
    boolean isRemoved) {
  /** Keeps a copy. */
  ScopeObject {
    holes = Collections.unmodifiableMap(new LinkedHashMap<>(holes));
  }
}
