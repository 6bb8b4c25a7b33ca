/**
 * The hot store in MySQL or MariaDB: {@link sluice.hot.mysql.MySqlHotStore}; who builds which
 * bucket, in tables that all coordinators see: {@link sluice.hot.mysql.MySqlBuildJobs}; and where
 * the server is: {@link sluice.hot.mysql.MySqlAddress}.
 *
 * <p>{@code Tables} says which tables there are, {@code LinkSql} and {@code NodeTable} what is
 * asked of them; {@code Database} runs reads and transactions on the connections of a {@code
 * ConnectionPool}. Rows that come in bulk go through {@code BulkLoad}. Nothing outside this package
 * sees JDBC. docs/hot-mysql.md has the tables column by column.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code live}.
 */
@NullMarked
package sluice.hot.mysql;

import org.jspecify.annotations.NullMarked;
