/* What the short set leaves out. */
import './log-list-set.test.ts';
