package dev.headroom.model.knob;

/** Knobs of a load balancer plugin: {@code routing.own}. */
public final class PluginRoutingKnobs {
  private PluginRoutingKnobs() {}

  public static final Knob<Plugin> NAME =
      Knob.derived(
          "routing.own.name",
          Plugin.NAME,
          "the name of the given class",
          "load balancer from a Java class of the user; --routing names its source");
  public static final Knob<String> SETTINGS =
      Knob.of(
          "routing.own.settings",
          ValueType.TEXT,
          "",
          "components of the class's record Settings, such as gapPs=50us; others have their "
              + "defaults");
}
