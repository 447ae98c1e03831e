/* What the short set leaves out. */
import './malformed-entries.lab.test.ts';
