package sluice.hot.mysql.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test class that waits for processes most of its time: it runs beside the other tests of its
 * module, its own tests one after the other, and one such class at a time.
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("servers")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WaitsForServers {}
