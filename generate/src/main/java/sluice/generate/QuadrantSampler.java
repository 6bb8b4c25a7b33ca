package sluice.generate;

/**
 * Draws the two ids of an R-MAT link, several levels of quadrants at once, from alias tables
 * (Walker 1977).
 *
 * <p>Immutable. A link costs one random number for each ten levels, some 5 ns.
 */
final class QuadrantSampler {
    private static final int LEVELS_PER_TABLE = 5;

    /** Each half of a random number picks a cell by its low bits and accepts it by the others. */
    private static final int ACCEPT_BITS = 32 - 2 * LEVELS_PER_TABLE;

    private final int scale;
    private final AliasTable[] tables;

    QuadrantSampler(RmatOptions options) {
        scale = options.scale();
        ChunkRandom random = ChunkRandom.of(options.seed(), "quadrants", 0);
        tables = new AliasTable[Math.ceilDiv(scale, LEVELS_PER_TABLE)];
        for (int table = 0, level = 0; table < tables.length; table++) {
            int levels = Math.ceilDiv(scale - level, tables.length - table);
            double[] probabilities = {1};
            for (int i = 0; i < levels; i++) {
                probabilities = withLevel(probabilities, i, quadrants(options, random));
            }
            tables[table] = new AliasTable(levels, probabilities);
            level += levels;
        }
    }

    /** A link, id1 above the lowest {@code scale} bits, which are id2. */
    long next(ChunkRandom random) {
        long id1 = 0;
        long id2 = 0;
        long bits = 0;
        for (int i = 0; i < tables.length; i++) {
            bits = (i & 1) == 0 ? random.nextLong() : bits >>> 32;
            AliasTable table = tables[i];
            int cell = table.draw((int) bits);
            id1 = id1 << table.levels | cell >>> table.levels;
            id2 = id2 << table.levels | cell & (1 << table.levels) - 1;
        }
        return id1 << scale | id2;
    }

    /** The shares of one level: a, b, c, d. */
    private static double[] quadrants(RmatOptions options, ChunkRandom random) {
        double stray = options.noise() * (2 * random.nextDouble() - 1);
        double a = options.a();
        double d = Math.max(0, 1 - a - options.b() - options.c());
        double rest = a + d == 0 ? 0 : 2 * stray / (a + d);
        return new double[] {a - rest * a, options.b() + stray, options.c() + stray, d - rest * d};
    }

    /** Cells of one more level: a cell is the bits of id1, then those of id2. */
    private static double[] withLevel(double[] probabilities, int levels, double[] quadrants) {
        double[] result = new double[4 * probabilities.length];
        for (int cell = 0; cell < probabilities.length; cell++) {
            int high = cell >>> levels;
            int low = cell & (1 << levels) - 1;
            for (int quadrant = 0; quadrant < 4; quadrant++) {
                int child = (high << 1 | quadrant >>> 1) << levels + 1 | low << 1 | quadrant & 1;
                result[child] = probabilities[cell] * quadrants[quadrant];
            }
        }
        return result;
    }

    private static final class AliasTable {
        final int levels;
        private final int cellMask;

        /** A cell is itself where the number drawn is below its threshold, else its alias. */
        private final int[] thresholds;

        private final int[] aliases;

        AliasTable(int levels, double[] probabilities) {
            this.levels = levels;
            int count = probabilities.length;
            cellMask = count - 1;
            thresholds = new int[count];
            aliases = new int[count];
            double[] fill = new double[count];
            int[] open = new int[count];
            int small = 0;
            int large = count;
            for (int cell = 0; cell < count; cell++) {
                fill[cell] = probabilities[cell] * count;
                open[fill[cell] < 1 ? small++ : --large] = cell;
            }
            while (small > 0 && large < count) {
                int needy = open[--small];
                int rich = open[large];
                set(needy, fill[needy], rich);
                fill[rich] -= 1 - fill[needy];
                if (fill[rich] < 1) {
                    large++;
                    open[small++] = rich;
                }
            }
            while (small > 0) {
                set(open[--small], 1, 0);
            }
            while (large < count) {
                set(open[large++], 1, 0);
            }
        }

        private void set(int cell, double share, int alias) {
            thresholds[cell] = (int) Math.round(share * (1 << ACCEPT_BITS));
            aliases[cell] = alias;
        }

        int draw(int bits) {
            int cell = bits & cellMask;
            return bits >>> 32 - ACCEPT_BITS < thresholds[cell] ? cell : aliases[cell];
        }
    }
}
