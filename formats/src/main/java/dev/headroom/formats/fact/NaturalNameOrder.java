package dev.headroom.formats.fact;

/** Natural sort order of names: {@code mlx5_2} before {@code mlx5_10}. */
final class NaturalNameOrder {
  private NaturalNameOrder() {}

  static int compare(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      if (digit(a, i) && digit(b, j)) {
        int endA = digits(a, i);
        int endB = digits(b, j);
        int difference = numbers(a.substring(i, endA), b.substring(j, endB));
        if (difference != 0) {
          return difference;
        }
        i = endA;
        j = endB;
      } else if (a.charAt(i) != b.charAt(j)) {
        return a.charAt(i) - b.charAt(j);
      } else {
        i++;
        j++;
      }
    }
    int rest = (a.length() - i) - (b.length() - j);
    return rest != 0 ? rest : a.compareTo(b);
  }

  private static int numbers(String a, String b) {
    String left = withoutZeros(a);
    String right = withoutZeros(b);
    return left.length() != right.length() ? left.length() - right.length() : left.compareTo(right);
  }

  private static String withoutZeros(String number) {
    int i = 0;
    while (i < number.length() - 1 && number.charAt(i) == '0') {
      i++;
    }
    return number.substring(i);
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && digit(text, end)) {
      end++;
    }
    return end;
  }

  private static boolean digit(String text, int at) {
    char c = text.charAt(at);
    return c >= '0' && c <= '9';
  }
}
