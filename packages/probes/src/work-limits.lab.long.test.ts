/* What the short set leaves out. */
import './work-limits.lab.test.ts';
