/* What the short set leaves out. */
import './faults.test.ts';
