package dev.headroom.model.scenario;

import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * List in which every item is a block of keys, such as {@code fabric.failures}; any other item is
 * an error.
 *
 * @param path dotted path of the list
 * @param each what messages call an item
 * @param right how an item is written, for messages
 */
record BlockList(YamlProblems problems, String path, String each, String right) {
  /**
   * One item.
   *
   * @param path its own, by its place from 0: {@code fabric.failures.0}
   */
  record Item(String path, YamlNode.Mapping block) {}

  /**
   * The items that are blocks, in order.
   *
   * @param value what stands where the list belongs, if anything does
   */
  List<Item> items(Optional<YamlNode> value) {
    if (value.isEmpty()) {
      return List.of();
    }
    if (!(value.get() instanceof YamlNode.Sequence list)) {
      misplaced(value.get(), path, "list");
      return List.of();
    }
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      String its = path + "." + i;
      if (list.items().get(i) instanceof YamlNode.Mapping block) {
        items.add(new Item(its, block));
      } else {
        misplaced(list.items().get(i), its, each);
      }
    }
    return items;
  }

  private void misplaced(YamlNode found, String where, String wanted) {
    problems.add(found.spot(), where, YamlNode.kind(found) + " instead of a " + wanted, right);
  }
}
