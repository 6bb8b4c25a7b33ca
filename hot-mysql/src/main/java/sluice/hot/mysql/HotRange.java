package sluice.hot.mysql;

/**
 * Between which ids links are in the database of a hot store; no link lies outside.
 *
 * @param firstId1 not above any, as an unsigned number
 * @param lastId1 not below any, as an unsigned number
 * @param rows as the server's statistics have them, about
 */
public record HotRange(long firstId1, long lastId1, long rows) {}
