package sluice.schema;

/**
 * Reads times from text and writes them, and knows the calendar for any number of seconds.
 *
 * <p>Hot: a few nanoseconds, no object. Belongs to one thread.
 */
final class TimeText {
    private static final int YEAR_LENGTH = 4;
    private static final int MONTH_LENGTH = 7;
    private static final int DAY_LENGTH = 10;
    private static final int SECOND_LENGTH = "yyyy-MM-ddTHH:mm:ss".length();
    private static final int NANOS_DIGITS = 9;
    static final long SECONDS_PER_DAY = 86_400;
    private static final int DAYS_PER_400_YEARS = 146_097;

    /** Days from the first of March of the year 0 to the first of January of 1970. */
    private static final int DAYS_TO_1970 = 719_468;

    /** What was read last. */
    long seconds;

    int nanos;
    int zoneMinutes;

    /** The day that {@link #setDay} was given. */
    long year;

    int month;
    int day;

    private byte[] text = new byte[0];
    private int at;
    private int end;
    private boolean isGood;

    /** Reads a time in one of the forms of docs/format-properties.md; whether it is one. */
    boolean read(byte[] from, int offset, int length) {
        text = from;
        at = offset;
        end = offset + length;
        isGood = true;
        nanos = 0;
        zoneMinutes = 0;
        long wholeYear = digits(4);
        int wholeMonth = length > YEAR_LENGTH ? afterDash() : 1;
        int wholeDay = length > MONTH_LENGTH ? afterDash() : 1;
        isGood &=
                wholeMonth >= 1
                        && wholeMonth <= 12
                        && wholeDay >= 1
                        && wholeDay <= daysOf(wholeYear, wholeMonth);
        seconds = 0;
        if (length > DAY_LENGTH) {
            readClock(length);
        } else {
            isGood &= at == end;
        }
        seconds += daysSince1970(wholeYear, wholeMonth, wholeDay) * SECONDS_PER_DAY;
        return isGood;
    }

    private int afterDash() {
        literal('-');
        return digits(2);
    }

    private void readClock(int length) {
        boolean isSpaced = at < end && text[at] == ' ';
        literal(isSpaced ? ' ' : 'T');
        int hour = digits(2);
        literal(':');
        int minute = digits(2);
        literal(':');
        int second = digits(2);
        isGood &= length >= SECOND_LENGTH && hour < 24 && minute < 60 && second < 60;
        seconds = hour * 3600L + minute * 60L + second;
        if (at < end && text[at] == '.') {
            at++;
            fraction();
        }
        if (isSpaced) {
            literal(' ');
            zone(false);
            literal(' ');
            abbreviation();
        } else if (at < end && text[at] == 'Z') {
            at++;
        } else if (at < end) {
            zone(true);
        }
        isGood &= at == end;
        seconds -= zoneMinutes * 60L;
    }

    private void fraction() {
        int count = 0;
        while (at < end && isDigit(text[at]) && count < NANOS_DIGITS) {
            nanos = nanos * 10 + (text[at++] - '0');
            count++;
        }
        isGood &= count > 0;
        for (; count < NANOS_DIGITS; count++) {
            nanos *= 10;
        }
    }

    /** Hours and minutes east of UTC, with a colon or without. */
    private void zone(boolean hasColon) {
        boolean isWest = at < end && text[at] == '-';
        literal(isWest ? '-' : '+');
        int hour = digits(2);
        if (hasColon) {
            literal(':');
        }
        int minute = digits(2);
        isGood &= hour < 24 && minute < 60;
        zoneMinutes = (hour * 60 + minute) * (isWest ? -1 : 1);
    }

    /** The name of the zone, such as CEST or +03: it says nothing that the offset does not. */
    private void abbreviation() {
        int from = at;
        boolean isNumber = at < end && (text[at] == '+' || text[at] == '-');
        at += isNumber ? 1 : 0;
        while (at < end && (isNumber ? isDigit(text[at]) : isUpperOrLower(text[at]))) {
            at++;
        }
        isGood &= at - from >= 3 && at - from <= 5;
    }

    private static boolean isUpperOrLower(byte c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private void literal(char wanted) {
        isGood &= at < end && text[at] == wanted;
        at++;
    }

    private int digits(int count) {
        int number = 0;
        for (int i = 0; i < count; i++, at++) {
            boolean isOne = at < end && isDigit(text[at]);
            isGood &= isOne;
            number = isOne ? number * 10 + (text[at] - '0') : 0;
        }
        return number;
    }

    /** Writes a time as RFC 3339 in its zone, with as many digits of a second as are not 0. */
    void write(long seconds, int nanos, int zoneMinutes, TextBuffer to) {
        long days = Math.floorDiv(seconds, SECONDS_PER_DAY);
        long local = Math.floorMod(seconds, SECONDS_PER_DAY) + zoneMinutes * 60L;
        setDay(days + Math.floorDiv(local, SECONDS_PER_DAY));
        int second = (int) Math.floorMod(local, SECONDS_PER_DAY);
        to.putDecimal(year, 4);
        to.put('-');
        to.putDecimal(month, 2);
        to.put('-');
        to.putDecimal(day, 2);
        to.put('T');
        to.putDecimal(second / 3600, 2);
        to.put(':');
        to.putDecimal(second / 60 % 60, 2);
        to.put(':');
        to.putDecimal(second % 60, 2);
        if (nanos != 0) {
            to.put('.');
            to.putDecimal(nanos, NANOS_DIGITS);
            while (to.bytes[to.length - 1] == '0') {
                to.length--;
            }
        }
        if (zoneMinutes == 0) {
            to.put('Z');
            return;
        }
        to.put(zoneMinutes < 0 ? '-' : '+');
        to.putDecimal(Math.abs(zoneMinutes) / 60, 2);
        to.put(':');
        to.putDecimal(Math.abs(zoneMinutes) % 60, 2);
    }

    /**
     * Sets {@link #year}, {@link #month} and {@link #day} to those of a day since 1970. Years begin
     * in March here, so that the day that not every year has is the last one: H. Hinnant,
     * "chrono-Compatible Low-Level Date Algorithms".
     */
    void setDay(long daysSince1970) {
        long shifted = daysSince1970 + DAYS_TO_1970;
        long era = Math.floorDiv(shifted, DAYS_PER_400_YEARS);
        int dayOfEra = Math.floorMod(shifted, DAYS_PER_400_YEARS);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    }

    private static long daysSince1970(long year, int month, int day) {
        long fromMarch = month <= 2 ? year - 1 : year;
        long era = Math.floorDiv(fromMarch, 400);
        int yearOfEra = Math.floorMod(fromMarch, 400);
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_400_YEARS + dayOfEra - DAYS_TO_1970;
    }

    private static int daysOf(long year, int month) {
        boolean isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return switch (month) {
            case 2 -> isLeap ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }
}
