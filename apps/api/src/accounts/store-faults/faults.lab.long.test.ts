/* What the short set leaves out. */
import './faults.lab.test.ts';
