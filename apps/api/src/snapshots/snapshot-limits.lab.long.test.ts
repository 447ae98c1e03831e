/* What the short set leaves out. */
import './snapshot-limits.lab.test.ts';
