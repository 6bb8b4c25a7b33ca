package sluice.cli.config;

/**
 * The value of one option that a file or an environment variable gives.
 *
 * @param value as it would be written on the command line
 * @param origin where the value is: {@code FILE:LINE}, or the name of a variable
 */
record GivenOption(String value, String origin) {}
