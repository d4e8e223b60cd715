package dev.headroom.model.stack;

import java.util.Optional;
import java.util.function.Function;

/**
 * Variable that sets a {@link StackTopic} of a stack.
 *
 * @param name as it stands in the environment
 * @param topic what it tells
 * @param writing how the value is written there
 * @param standard the value that the stack has without it, in words where it works one out
 * @param range of its values
 * @param since the first release with it, by its sources
 * @param source where this comes from
 * @param unmodelled why no scenario says its value; blank where one does
 * @param value what a host is to be told; empty where the scenario says nothing of it
 * @param stackDefault the value with which the stack does there what it does without the variable
 */
public record StackVariable(
    String name,
    StackTopic topic,
    String writing,
    String standard,
    String range,
    String since,
    String source,
    String unmodelled,
    Function<HostJob, Optional<String>> value,
    Function<HostJob, Optional<String>> stackDefault) {

  /** One with a value of a scenario. */
  static StackVariable modelled(
      String name, StackTopic topic, Function<HostJob, Optional<String>> value) {
    return new StackVariable(name, topic, "", "", "", "", "", "", value, _ -> Optional.empty());
  }

  /** One that the model has no value for. */
  static StackVariable listed(String name, StackTopic topic, String why) {
    return new StackVariable(
        name, topic, "", "", "", "", "", why, _ -> Optional.empty(), _ -> Optional.empty());
  }

  StackVariable written(String how) {
    return new StackVariable(
        name, topic, how, standard, range, since, source, unmodelled, value, stackDefault);
  }

  /** With a default that is the same everywhere. */
  StackVariable standard(String text) {
    return standard(text, _ -> Optional.of(text));
  }

  /** With a default that the stack works out. */
  StackVariable standard(String words, Function<HostJob, Optional<String>> workedOut) {
    return new StackVariable(
        name, topic, writing, words, range, since, source, unmodelled, value, workedOut);
  }

  StackVariable range(String text) {
    return new StackVariable(
        name, topic, writing, standard, text, since, source, unmodelled, value, stackDefault);
  }

  StackVariable since(String release) {
    return new StackVariable(
        name, topic, writing, standard, range, release, source, unmodelled, value, stackDefault);
  }

  StackVariable from(String where) {
    return new StackVariable(
        name, topic, writing, standard, range, since, where, unmodelled, value, stackDefault);
  }

  /** Whether scenarios have a value for it. */
  public boolean isModelled() {
    return unmodelled.isEmpty();
  }

  /** The name as people write it: of Open MPI's without what makes it a variable. */
  public String shortName() {
    return name.replaceFirst("^OMPI_MCA_", "");
  }
}
