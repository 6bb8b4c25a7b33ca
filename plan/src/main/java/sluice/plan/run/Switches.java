package sluice.plan.run;

/**
 * Which parts of an engine change ranges or their servers by themselves.
 *
 * @param balancer moves ranges
 * @param normalizer splits and joins ranges
 */
public record Switches(boolean balancer, boolean normalizer) {}
