package sluice.schema;

/** Writes real numbers as text: the fewest digits that read back to the number. */
final class NumberWriter {
    /** Digits without a point, and where the point stands: the number of digits before it. */
    private final byte[] digits = new byte[24];

    private int count;
    private int point;

    /** As Go's format {@code G} does: {@code 0.5}, {@code 1E+06}, {@code -1.5E-07}. */
    void putGeneral(double number, TextBuffer to) {
        if (Double.isInfinite(number)) {
            to.put(number > 0 ? "+Inf" : "-Inf");
            return;
        }
        shorten(Double.toString(number));
        sign(number, to);
        general(to);
    }

    /** As JSON has it: {@code 0.5}, {@code 1000000}, {@code 1e+21}. */
    void putJson(double number, TextBuffer to) {
        shorten(Double.toString(number));
        sign(number, to);
        if (count > 0 && (point - 1 < -6 || point - 1 >= 21)) {
            exponential(to, 'e', 1);
        } else {
            plain(to);
        }
    }

    /** As {@link #putGeneral}, of a number of 32 bits. */
    void putGeneral(float number, TextBuffer to) {
        if (Float.isInfinite(number) || Float.isNaN(number)) {
            to.put(Float.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf");
            return;
        }
        shorten(Float.toString(number));
        sign(number, to);
        general(to);
    }

    private void general(TextBuffer to) {
        if (count > 0 && (point - 1 < -4 || point - 1 >= 6)) {
            exponential(to, 'E', 2);
        } else {
            plain(to);
        }
    }

    private static void sign(double number, TextBuffer to) {
        if (number < 0 || (number == 0 && 1 / number < 0)) {
            to.put('-');
        }
    }

    /** Takes digits and point out of what Java writes. */
    private void shorten(String java) {
        count = 0;
        point = 0;
        boolean isBehind = false;
        int i = java.startsWith("-") ? 1 : 0;
        for (; i < java.length() && java.charAt(i) != 'E'; i++) {
            char c = java.charAt(i);
            if (c == '.') {
                isBehind = true;
            } else if (count > 0 || c != '0') {
                digits[count++] = (byte) c;
                point += isBehind ? 0 : 1;
            } else if (isBehind) {
                point--;
            }
        }
        if (i < java.length()) {
            point += Integer.parseInt(java, i + 1, java.length(), 10);
        }
        while (count > 0 && digits[count - 1] == '0') {
            count--;
        }
    }

    private void plain(TextBuffer to) {
        if (count == 0 || point <= 0) {
            to.put('0');
        }
        if (count > 0 && point <= 0) {
            to.put('.');
        }
        for (int i = point; i < 0 && count > 0; i++) {
            to.put('0');
        }
        for (int i = 0; i < count; i++) {
            if (i == point && point > 0) {
                to.put('.');
            }
            to.put(digits[i]);
        }
        for (int i = count; i < point && count > 0; i++) {
            to.put('0');
        }
    }

    private void exponential(TextBuffer to, char letter, int widthMin) {
        to.put(digits[0]);
        if (count > 1) {
            to.put('.');
            to.put(digits, 1, count - 1);
        }
        to.put(letter);
        to.put(point > 0 ? '+' : '-');
        to.putDecimal(Math.abs(point - 1), widthMin);
    }
}
