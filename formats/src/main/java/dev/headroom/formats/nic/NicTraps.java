package dev.headroom.formats.nic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Facts of NICs that no value shows, for an emission. */
final class NicTraps {
  private NicTraps() {}

  static List<String> notes(NicLanguage language, Map<String, String> wanted) {
    List<String> notes = new ArrayList<>();
    if (language == NicLanguage.AMD && !wanted.containsKey("transport.cnpClass")) {
      notes.add(
          "CNPs of AMD's NICs have DSCP 46 by default, not 48: the switches' map must have it in a "
              + "strict class");
    }
    if (language == NicLanguage.MLX5_DEBUGFS && wanted.containsKey("transport.cnpClass")) {
      notes.add(
          "np_cnp_prio is not written: it puts the NIC into a mode in which np_cnp_dscp does not "
              + "count (mlx5, cong.c)");
    }
    if (language == NicLanguage.MLXCONFIG) {
      notes.add(
          "names of RPG variables follow the pattern of the documented ones; mlxconfig refuses the "
              + "whole command if the firmware lacks one");
    }
    return notes;
  }
}
