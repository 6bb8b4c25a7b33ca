package sluice.gremlin;

import org.apache.tinkerpop.gremlin.structure.Graph;

/**
 * The suites that a graph on a store takes part in, and the tests that it cannot pass, each with
 * its reason. Tests that require a feature which the graph does not claim are passed over by the
 * suites.
 */
@Graph.OptIn(Graph.OptIn.SUITE_STRUCTURE_STANDARD)
@Graph.OptIn(Graph.OptIn.SUITE_PROCESS_STANDARD)
@Graph.OptIn(SuiteChoice.NAME)
@Graph.OptOut(
        test = SuiteGraph.GENERATOR + "CommunityGeneratorTest$ProcessorTest",
        method = "shouldProcessVerticesEdges",
        reason = SuiteGraph.TEXTS)
@Graph.OptOut(
        test = SuiteGraph.GENERATOR + "DistributionGeneratorTest$ProcessorTest",
        method = "shouldProcessEdges",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.GENERATOR + "DistributionGeneratorTest$DifferentDistributionsTest",
        method = "*",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "util.detached.DetachedEdgeTest",
        method = "shouldNotEvaluateToEqualDifferentId",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "util.detached.DetachedPropertyTest",
        method = "shouldNotBeEqualPropertiesAsThereIsDifferentKey",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "util.reference.ReferenceEdgeTest",
        method = "shouldNotEvaluateToEqualDifferentId",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "EdgeTest$BasicEdgeTest",
        method = "shouldValidateIdEquality",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "EdgeTest$BasicEdgeTest",
        method = "shouldValidateEquality",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "EdgeTest$BasicEdgeTest",
        method =
                "shouldNotHaveAConcurrentModificationExceptionWhenIteratingAn"
                        + "dRemovingAddingEdges",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphTest",
        method = "shouldIterateEdgesWithStringIdSupportUsingEdge",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphTest",
        method = "shouldIterateEdgesWithStringIdSupportUsingEdgeId",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphTest",
        method = "shouldIterateEdgesWithStringIdSupportUsingStringRepresentation",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphTest",
        method = "shouldIterateEdgesWithStringIdSupportUsingEdges",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphTest",
        method = "shouldIterateEdgesWithStringIdSupportUsingEdgeIds",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphTest",
        method = "shouldIterateEdgesWithStringIdSupportUsingStringRepresentations",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "strategy.decoration.EventStrategyProcessTest",
        method = "shouldTriggerAddEdgePropertyAdded",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "strategy.decoration.EventStrategyProcessTest",
        method = "shouldTriggerAddEdge",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "strategy.decoration.EventStrategyProcessTest",
        method = "shouldTriggerAddEdgeByPath",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "step.map.CountTest$Traversals",
        method = "g_V_both_both_count",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "step.map.CountTest$Traversals",
        method = "g_V_repeatXoutX_timesX3X_count",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "step.map.CountTest$Traversals",
        method = "g_V_repeatXoutX_timesX8X_count",
        reason = SuiteGraph.ONE_LINK)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "VertexPropertyTest$BasicVertexProperty",
        method = "shouldValidateIdEquality",
        reason = SuiteGraph.TEXTS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "VertexPropertyTest$BasicVertexProperty",
        method = "shouldValidateEquality",
        reason = SuiteGraph.TEXTS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "PropertyTest$PropertyFeatureSupportTest",
        method = "*",
        reason = SuiteGraph.TEXTS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "VertexTest$BasicVertexTest",
        method = "shouldNotGetConcurrentModificationException",
        reason = SuiteGraph.TEXTS)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "strategy.decoration.ElementIdStrategyProcessTest",
        method = "shouldGenerateDefaultIdOnGraphAddVWithGeneratedCustomId",
        reason = SuiteGraph.TEXTS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "VertexPropertyTest$VertexPropertyRemoval",
        method = "shouldRemoveMultiPropertiesWhenVerticesAreRemoved",
        reason = SuiteGraph.SINGLE)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "VertexPropertyTest$VertexPropertyRemoval",
        method = "shouldRemoveMultiProperties",
        reason = SuiteGraph.SINGLE)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "VertexPropertyTest$VertexPropertyRemoval",
        method = "shouldAllowIteratingAndRemovingVertexPropertyProperties",
        reason = SuiteGraph.META)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "step.map.AddVertexTest$Traversals",
        method =
                "g_V_addVXanimalX_propertyXname_valuesXnameXX_propertyXname_an_"
                        + "animalX_propertyXvaluesXnameX_labelX",
        reason = SuiteGraph.SINGLE)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "step.map.AddVertexTest$Traversals",
        method =
                "g_addVXanimalX_propertyXname_mateoX_propertyXname_gateoX_"
                        + "propertyXname_cateoX_propertyXage_5X",
        reason = SuiteGraph.SINGLE)
@Graph.OptOut(
        test = SuiteGraph.PROCESS + "step.map.AddEdgeTest$Traversals",
        method =
                "g_V_aggregateXxX_asXaX_selectXxX_unfold_addEXexistsWithX_toXaX_"
                        + "propertyXtime_nowX",
        reason = SuiteGraph.TIME)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphTest",
        method = "shouldPersistDataOnClose",
        reason = SuiteGraph.MEMORY)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphConstructionTest",
        method = "shouldMaintainOriginalConfigurationObjectGivenToFactory",
        reason = SuiteGraph.MEMORY)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "GraphConstructionTest",
        method = "shouldOpenGraphThroughGraphFactoryViaApacheConfig",
        reason = SuiteGraph.MEMORY)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "FeatureSupportTest$ElementPropertyDataTypeFunctionalityTest",
        method = "shouldEnableFeatureOnEdgeIfNotEnabled",
        specific = "supportsLongValues(-9,223,372,036,854,775,808)",
        reason = SuiteGraph.LONGS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "FeatureSupportTest$ElementPropertyDataTypeFunctionalityTest",
        method = "shouldEnableFeatureOnEdgeIfNotEnabled",
        specific = "supportsLongValues(9,223,372,036,854,775,807)",
        reason = SuiteGraph.LONGS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "FeatureSupportTest$ElementPropertyDataTypeFunctionalityTest",
        method = "shouldEnableFeatureOnEdgeIfNotEnabled",
        specific = "supportsLongValues(0)",
        reason = SuiteGraph.LONGS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "FeatureSupportTest$ElementPropertyDataTypeFunctionalityTest",
        method = "shouldEnableFeatureOnEdgeIfNotEnabled",
        specific = "supportsLongValues(10,000)",
        reason = SuiteGraph.LONGS)
@Graph.OptOut(
        test = SuiteGraph.STRUCTURE + "FeatureSupportTest$ElementPropertyDataTypeFunctionalityTest",
        method = "shouldEnableFeatureOnEdgeIfNotEnabled",
        specific = "supportsLongValues(-10,000)",
        reason = SuiteGraph.LONGS)
@SuppressWarnings({"deprecation", "try"})
abstract class SuiteGraph implements Graph {
    static final String STRUCTURE = "org.apache.tinkerpop.gremlin.structure.";
    static final String PROCESS = "org.apache.tinkerpop.gremlin.process.traversal.";
    static final String GENERATOR = "org.apache.tinkerpop.gremlin.algorithm.generator.";

    static final String ONE_LINK =
            "a link is unique by its ends and its type; the test adds two edges of one label between"
                    + " two vertices, or has data with such edges";
    static final String TEXTS =
            "a key that is not declared takes texts; the test gives it numbers or truth values";
    static final String SINGLE =
            "the key is declared as a single value, as the data of other tests require";
    static final String META = "a value that is written online has no facets";
    static final String TIME = "time is the time of the link, a whole number";
    static final String MEMORY = "the graphs of this suite are in memory, without a directory";
    static final String LONGS =
            "with sluice.shortIntegers a long that is short comes back as an integer, so that longs"
                    + " are not claimed, though they are taken";
}
