package dev.headroom.bench.mutation;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** What an expression is converted to: 0 is an {@code int}, wherever it stands. */
final class Targets {
  private Targets() {}

  static boolean isLong(Trees trees, TreePath expression) {
    TypeMirror target = of(trees, expression);
    return target != null && target.getKind() == TypeKind.LONG;
  }

  private static @Nullable TypeMirror of(Trees trees, TreePath expression) {
    TreePath parent = expression.getParentPath();
    Tree own = expression.getLeaf();
    return switch (parent.getLeaf()) {
      case ParenthesizedTree _ -> of(trees, parent);
      case ConditionalExpressionTree choice when !choice.getCondition().equals(own) ->
          trees.getTypeMirror(parent);
      case VariableTree _ -> trees.getElement(parent).asType();
      case AssignmentTree set -> typeOf(trees, parent, set.getVariable());
      case CompoundAssignmentTree set -> typeOf(trees, parent, set.getVariable());
      case BinaryTree pair ->
          typeOf(
              trees,
              parent,
              pair.getLeftOperand().equals(own) ? pair.getRightOperand() : pair.getLeftOperand());
      case ReturnTree _ -> returned(trees, parent);
      case MethodInvocationTree call -> parameter(trees, parent, call.getArguments(), own);
      case NewClassTree made -> parameter(trees, parent, made.getArguments(), own);
      default -> null;
    };
  }

  private static TypeMirror typeOf(Trees trees, TreePath parent, ExpressionTree other) {
    return trees.getTypeMirror(new TreePath(parent, other));
  }

  private static @Nullable TypeMirror returned(Trees trees, TreePath at) {
    TreePath method = at;
    while (method != null && !(method.getLeaf() instanceof MethodTree)) {
      if (method.getLeaf() instanceof LambdaExpressionTree) {
        return null;
      }
      method = method.getParentPath();
    }
    return method != null && trees.getElement(method) instanceof ExecutableElement element
        ? element.getReturnType()
        : null;
  }

  private static @Nullable TypeMirror parameter(
      Trees trees, TreePath call, List<? extends ExpressionTree> arguments, Tree own) {
    int place = arguments.indexOf(own);
    return place >= 0
            && trees.getElement(call) instanceof ExecutableElement called
            && place < called.getParameters().size()
        ? called.getParameters().get(place).asType()
        : null;
  }
}
