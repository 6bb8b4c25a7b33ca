package sluice.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test class that waits for processes most of its time: it runs beside the other tests of its
 * module, its own tests one after the other. It names what it starts in a {@link ResourceLock}, so
 * that one class at a time does: {@link #HBASE}, or {@link #PROCESSES} without an HBase.
 */
@Execution(ExecutionMode.CONCURRENT)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WaitsForServers {
    String HBASE = "hbase";
    String PROCESSES = "processes";
}
