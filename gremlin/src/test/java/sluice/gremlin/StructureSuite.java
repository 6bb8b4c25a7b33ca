package sluice.gremlin;

import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.structure.StructureStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's suite of vertices, edges and properties. */
@RunWith(StructureStandardSuite.class)
@GraphProviderClass(provider = SuiteProvider.class, graph = SuiteGraph.class)
public class StructureSuite {}
