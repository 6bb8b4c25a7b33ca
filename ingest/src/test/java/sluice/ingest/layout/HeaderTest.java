package sluice.ingest.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.TextFormat;

class HeaderTest {
    /** Each case: the header line, a bar of tabs, and the delimiter with the columns, or "none". */
    private static final List<List<String>> CASES =
            List.of(
                    List.of(
                            "id:ID(Person)|name|age:int",
                            "| id=NODE_ID(Person) name=PROPERTY:STRING age=PROPERTY:NUMBER"),
                    List.of(":START_ID,:END_ID", ", :START_ID=ID1 :END_ID=ID2"),
                    List.of(":start_id;:end_id;:type", "; :start_id=ID1 :end_id=ID2 :type=TYPE"),
                    List.of(
                            "from:START_ID(A)\tto:END_ID(B)\tx:IGNORE",
                            "\t from=ID1(A) to=ID2(B) x=IGNORE"),
                    List.of("\":ID(A)\",\"a,b\"", ", :ID(A)=NODE_ID(A) a,b=PROPERTY:STRING"),
                    List.of(
                            "pid:ID(Person){id-type:long},n:STRING",
                            ", pid=NODE_ID(Person) n=PROPERTY:STRING"),
                    List.of("pid:ID{id-type: string},:LABEL", ", pid=NODE_ID(names) :LABEL=TYPE"),
                    List.of(
                            ":ID^a:string[]^b:Float[]^c:boolean^d:point{crs:WGS-84}^e:datetime",
                            "^ :ID=NODE_ID a=PROPERTY:STRING_ARRAY b=PROPERTY:NUMBER_ARRAY"
                                    + " c=PROPERTY:BOOLEAN d=PROPERTY:STRING e=PROPERTY:STRING"),
                    List.of(":ID", ", :ID=NODE_ID"),
                    List.of(
                            ":ID\u0001full name\u0001other",
                            "\u0001 :ID=NODE_ID full name=PROPERTY:STRING other=PROPERTY:STRING"),
                    List.of(
                            "data,id2,version,id1,time,link_type,visibility,delete",
                            ", data=DATA id2=ID2 version=VERSION id1=ID1 time=TIME link_type=TYPE"
                                    + " visibility=VISIBILITY delete=DELETE"),
                    List.of("id\ttype\ttime", "\t id=NODE_ID type=TYPE time=TIME"),
                    List.of("id1(Person) id2(Page)", "-2 id1=ID1(Person) id2=ID2(Page)"),
                    List.of("id,name", ", id=NODE_ID name=PROPERTY:STRING"),
                    List.of("id,user_id", "none"),
                    List.of("id,name,delete", "none"),
                    List.of(
                            "id1,id2,time,note",
                            ", id1=ID1 id2=ID2 time=TIME note=PROPERTY:STRING"),
                    List.of(":ID,time,id", ", :ID=NODE_ID time=PROPERTY:STRING id=PROPERTY:STRING"),
                    List.of("src,dst", "none"),
                    List.of("id,id1,id2", "none"),
                    List.of("id1,id1,id2", "none"),
                    List.of(":START_ID,weight:float", "none"),
                    List.of("1,2", "none"),
                    List.of("", "none"));

    @Test
    void headersAreRecognisedForWhatTheyAre() {
        for (List<String> each : CASES) {
            assertEquals(
                    each.get(1),
                    describe(Header.recognise(each.get(0), ToldFormat.NOTHING)),
                    each.get(0));
        }
    }

    private static String describe(@Nullable Header header) {
        if (header == null) {
            return "none";
        }
        TextFormat format = header.format();
        String delimiter = format.whitespace() ? "-2" : Character.toString(format.delimiter());
        return delimiter
                + header.columns().stream().map(HeaderTest::describe).collect(Collectors.joining());
    }

    private static String describe(ColumnDraft column) {
        String group =
                column.group() != null
                        ? "(" + column.group() + ")"
                        : column.namesOnly() ? "(names)" : "";
        String json = column.job() == ColumnDraft.Job.PROPERTY ? ":" + column.json() : "";
        return " " + column.name() + "=" + column.job() + group + json;
    }

    @Test
    void aGivenDelimiterIsTheOnlyOneTried() {
        ToldFormat semicolon = ToldFormat.NOTHING.withDelimiter(';');
        assertEquals("none", describe(Header.recognise(":START_ID,:END_ID", semicolon)));
        assertNotNull(Header.recognise(":START_ID,:END_ID", ToldFormat.NOTHING.withDelimiter(',')));
    }

    @Test
    void namesOfFilesShowTheRelation() {
        List<List<String>> names =
                List.of(
                        List.of("Person_knows_Person_1.csv.gz", "Person_knows_Person", "knows"),
                        List.of(
                                "person_studyAt_organisation_0_0.csv",
                                "person_studyAt_organisation",
                                "studyAt"),
                        List.of("follows.tsv", "follows", "follows"),
                        List.of("follows-2.tsv.zst", "follows", "follows"),
                        List.of("follows.part3", "follows", "follows"),
                        List.of("follows-part1.csv", "follows", "follows"),
                        List.of("follows-header.csv", "follows", "follows"),
                        List.of("likes2.csv", "likes2", "likes2"),
                        List.of("soc-LiveJournal1.txt.gz", "soc-LiveJournal1", "soc-LiveJournal1"),
                        List.of("2013.csv", "2013", "2013"),
                        List.of("my_links.csv", "my_links", "my_links"),
                        List.of("-", "-", "-"));
        for (List<String> each : names) {
            assertEquals(each.get(1), PartName.of(each.get(0)));
            assertEquals(each.get(2), PartName.linkType(each.get(1)));
        }
    }
}
