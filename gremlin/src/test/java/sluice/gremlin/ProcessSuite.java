package sluice.gremlin;

import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.process.ProcessStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's suite of steps; its successor is one of scenarios in text. */
@SuppressWarnings("deprecation")
@RunWith(ProcessStandardSuite.class)
@GraphProviderClass(provider = SuiteProvider.class, graph = SuiteGraph.class)
public class ProcessSuite {}
