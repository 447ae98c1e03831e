/* What the short set leaves out. */
import './watches.lab.test.ts';
