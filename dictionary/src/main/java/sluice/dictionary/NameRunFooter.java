package sluice.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sluice.storage.CorruptFileException;

/** The footer of a run or of a part of one. */
record NameRunFooter(
        boolean last,
        byte[] tag,
        List<NameFile> parts,
        List<NameGroup> groups,
        long[] countOfGroup) {
    static NameRunFooter read(NameFileReader reader) throws CorruptFileException {
        FooterReader footer = new FooterReader(reader);
        boolean last = footer.readByte() != 0;
        byte[] tag = footer.readBytes(footer.readCount(1));
        List<NameFile> parts = new ArrayList<>();
        int partCount = footer.readCount(18);
        for (int i = 0; i < partCount; i++) {
            String name = new String(footer.readName(), StandardCharsets.UTF_8);
            parts.add(new NameFile(name, footer.readLong(), footer.readLong()));
        }
        List<NameGroup> groups = new ArrayList<>();
        int groupCount = footer.readCount(11);
        long[] countOfGroup = new long[groupCount];
        for (int i = 0; i < groupCount; i++) {
            boolean types = footer.readByte() == 0;
            groups.add(new NameGroup(types, new String(footer.readName(), StandardCharsets.UTF_8)));
            countOfGroup[i] = footer.readLong();
            if (countOfGroup[i] <= 0 || i > 0 && groups.get(i - 1).compareTo(groups.get(i)) >= 0) {
                throw footer.corrupt("the groups are out of order or empty");
            }
        }
        footer.end();
        return new NameRunFooter(last, tag, List.copyOf(parts), List.copyOf(groups), countOfGroup);
    }
}
