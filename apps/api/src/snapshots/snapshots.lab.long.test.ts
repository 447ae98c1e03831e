/* What the short set leaves out. */
import './snapshots.lab.test.ts';
